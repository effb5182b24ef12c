// Samples of the vocabularies of Snowball (https://github.com/snowballstem/snowball-data), every hundredth word or so.
//
// Copyright (c) 2001, Dr Martin Porter
// Copyright (c) 2004,2005, Richard Boulton
// All rights reserved.
//
// Redistribution and use in source and binary forms, with or without
// modification, are permitted provided that the following conditions
// are met:
//
//   1. Redistributions of source code must retain the above copyright notice,
//      this list of conditions and the following disclaimer.
//   2. Redistributions in binary form must reproduce the above copyright notice,
//      this list of conditions and the following disclaimer in the documentation
//      and/or other materials provided with the distribution.
//   3. Neither the name of the Snowball project nor the names of its contributors
//      may be used to endorse or promote products derived from this software
//      without specific prior written permission.
//
// THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
// ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
// WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
// DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR
// ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
// (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
// LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON
// ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
// (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
// SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

/// Words with the stems that Snowball gives them.
enum StemSamples {
    static let english = """
        a=a absey=absey accounts=account acunha=acunha adoptious=adopti afar=afar agitating=agit \
        albums=album almanack=almanack americas=america angelo=angelo anthems=anthem apparently=appar \
        aprons=apron arise=aris articulated=articul assenting=assent attache=attach aura=aura \
        awakens=awaken bah=bah banker=banker barril=barril bazaar=bazaar beech=beech belgian=belgian \
        bequeath=bequeath betroth=betroth biologically=biolog blas=blas blossoming=blossom boffin=boffin \
        booty=booti bow=bow brazier=brazier brightens=brighten browner=browner bullfinch=bullfinch \
        busses=buss caelius=caelius campaigner=campaign capocchia=capocchia carne=carn catalani=catalani \
        celia=celia challenges=challeng charlie=charli chequered=chequer chipp=chipp \
        churchyards=churchyard claiming=claim cleverness=clever clumsiness=clumsi cogitating=cogit \
        column=column commixed=commix complices=complic conclud=conclud confiscations=confisc \
        conscionable=conscion consum=consum contriv=contriv copeck=copeck correspondingly=correspond \
        countesses=countess cozener=cozen creeper=creeper crouched=crouch cuffy=cuffi curtseying=curtsey \
        dallying=dalli dasypus=dasypus decamp=decamp deeper=deeper delectation=delect denotement=denot \
        derive=deriv destined=destin dewdrops=dewdrop digitatus=digitatus disagreeing=disagre \
        discoursed=discours dislikes=dislik disquietly=disquiet disturbers=disturb dogged=dog doted=dote \
        drank=drank dropheir=dropheir dumdum=dumdum earths=earth effaceable=effac \
        electioneering=election embers=ember enanmour=enanmour enforce=enforc enraptured=enraptur \
        enveloped=envelop erflourish=erflourish escritoires=escritoir evasiveness=evas exchanged=exchang \
        exotic=exot expulsion=expuls fabricius=fabricius falsing=fals fatally=fatal feeder=feeder \
        fetching=fetch filka=filka fitchew=fitchew fledgling=fledgl flowed=flow fondles=fondl \
        foreshortened=foreshorten fortward=fortward fraternally=fratern friths=frith \
        fundamental=fundament galleries=galleri gascony=gasconi genie=geni gigantea=gigantea \
        glencora=glencora goddess=goddess gould=gould grate=grate grievance=grievanc grubbing=grub \
        gumm=gumm halloo=halloo harbor=harbor hateful=hate heartbreaking=heartbreak helped=help hew=hew \
        hisself=hisself homelessness=homeless horrider=horrid huacas=huaca hurls=hurl icicles=icicl \
        imaginings=imagin imperturbability=imperturb impulsive=impuls incongruous=incongru \
        indirection=indirect infections=infect inherits=inherit insertion=insert intelligent=intellig \
        interrupter=interrupt invents=invent irritability=irrit janus=janus jingling=jingl judith=judith \
        keepdown=keepdown kissed=kiss laboring=labor land=land latticed=lattic leap=leap lender=lender \
        library=librari limn=limn lix=lix lonelier=loneli loveliness=loveli lurid=lurid maddening=madden \
        makepeace=makepeac mangy=mangi marital=marit masterpieces=masterpiec meannesses=mean melun=melun \
        messrs=messr military=militari miraculous=miracul missheathed=missheath mogul=mogul \
        montant=montant most=most muddy=muddi musing=muse napkins=napkin necessarily=necessarili \
        neuralgia=neuralgia ninus=ninus northumberlands=northumberland nurs=nur obsession=obsess \
        officiated=offici operated=oper orgillous=orgil ouse=ous overawe=overaw overturns=overturn \
        pajock=pajock pants=pant parlors=parlor pastrycook=pastrycook payment=payment pella=pella \
        perennially=perenni persisting=persist petulance=petul pianos=piano pinafores=pinafor \
        placid=placid pleasantest=pleasantest podgers=podger pomped=pomp portsmouth=portsmouth \
        pouring=pour precipitancy=precipit prescript=prescript prief=prief procurable=procur \
        promontory=promontori prospectuses=prospectus psychologically=psycholog puppies=puppi qc=qc \
        quests=quest radicalism=radic rankled=rankl rayed=ray rebus=rebus recount=recount \
        reflection=reflect reinstating=reinstat reminded=remind repine=repin reread=reread \
        restore=restor reverb=reverb ribbentrop=ribbentrop riseth=riseth roman=roman rousseau=rousseau \
        rump=rump sailed=sail sandpiper=sandpip save=save scelera=scelera scotches=scotch sea=sea \
        seeling=seel sentry=sentri severely=sever shattered=shatter shirking=shirk shrivel=shrivel \
        significance=signific singling=singl skirr=skirr slightingly=slight smil=smil snooks=snook \
        solemnest=solemnest sordid=sordid sparring=spar spilling=spill spreads=spread \
        stablewards=stableward starwation=starwat sterling=sterl stomached=stomach streaky=streaki \
        stud=stud subsist=subsist suing=su supernumeraries=supernumerari surrendering=surrend \
        sweetener=sweeten synonymous=synonym tamora=tamora taunts=taunt tenantry=tenantri \
        tewksbury=tewksburi thimbles=thimbl throbbed=throb tigerish=tigerish titular=titular tor=tor \
        tradesmen=tradesmen travails=travail tried=tri trout=trout tuning=tune twitchings=twitch \
        unasked=unask uncivilized=uncivil underlings=underl unexecuted=unexecut unhatch=unhatch \
        unlov=unlov unpossible=unposs unscratch=unscratch untaught=untaught unyoke=unyok usury=usuri \
        vanquishest=vanquishest venge=veng vexation=vexat vindicative=vindic vocabulary=vocabulari \
        vulgarities=vulgar walter=walter wat=wat weazened=weazen whatdyecallum=whatdyecallum \
        whisperings=whisper wilds=wild wistful=wist woodstock=woodstock wrapp=wrapp xxviii=xxviii \
        youth=youth
        """

    static let german = """
        a=a abgeladen=abgelad abhelfen=abhelf abschluss=abschluss abweichung=abweich achtzig=achtzig \
        ahnung=ahnung allerlei=allerlei altersschwäche=altersschwach anbinden=anbind anflehen=anfleh \
        angelegentlicher=angelegent ängste=angst anmaßen=anmass ansonst=anson anwendbar=anwendbar \
        arbeite=arbeit artiger=artig aufbauten=aufbaut aufgeführt=aufgefuhrt aufklärung=aufklar \
        aufschwung=aufschwung aufzuraffen=aufzuraff auseinanderzusetzen=auseinanderzusetz \
        ausgeputzt=ausgeputzt auskunft=auskunft äusserer=auss austilgten=austilgt automobil=automobil \
        bankiervereinigung=bankierverein bauernsohn=bauernsohn bedauernswerter=bedauernswert \
        befangenheit=befang begeistert=begeistert behälter=behalt beiliegend=beilieg \
        bekräftigung=bekraft ben=ben bereitliege=bereitlieg berühmt=beruhmt beschränkt=beschrankt \
        besseren=bess bestreut=bestreut bettlächrig=bettlachr bewirte=bewirt bietet=biet \
        blasinstrumente=blasinstrument blitzend=blitzend böcke=bock braten=brat bröckelt=brockelt \
        büchschen=buchsch burghofe=burghof cherube=cherub dableiben=dableib daran=daran dazu=dazu \
        departements=departement dialektisch=dialekt differieren=differi dorfkretscham=dorfkretscham \
        drinnen=drinn dunkelrotes=dunkelrot durchsichtigkeit=durchsicht ecke=eck ehrlich=ehrlich \
        eilend=eilend einfloß=einfloss eingeprägt=eingepragt einjährige=einjahr einsicht=einsicht \
        einzig=einzig elender=elend enden=end entfernet=entfern entledigung=entled \
        entspringend=entspring erbauliches=erbaulich erfasst=erfasst erhabenheit=erhab \
        erklärungen=erklar ernannt=ernannt erschließen=erschliess ersucht=ersucht erzählen=erzahl \
        eurer=eur fahrhabe=fahrhab fassung=fassung feineren=fein festband=festband fiedelmann=fiedelmann \
        flatterspiel=flatterspiel flüchtigem=fluchtig formeln=formel forum=forum freitag=freitag \
        frische=frisch fuchs=fuch funkleute=funkleut gaffende=gaffend gattentreue=gattentreu \
        geborener=gebor gedichten=gedicht geflügelte=geflugelt gehaltvollste=gehaltvoll geiger=geig \
        gelassen=gelass gelungenen=gelung gemüts=gemut geöffneten=geoffn geretteten=gerett \
        gesalzenem=gesalz geschlagen=geschlag gesellen=gesell gesprochenes=gesproch getötet=getot \
        geweckt=geweckt gewürdigt=gewurdigt glänzendes=glanzend gleicht=gleicht goldach=goldach \
        gouverneurs=gouverneur grenzbauden=grenzbaud grösserm=grosserm gruß=gruss gutnacht=gutnacht \
        halbjährigen=halbjahr handhaben=handhab hartnäckigkeit=hartnack hauptsitzung=hauptsitz \
        heftigsten=heftig heißet=heiss herannahen=herannah herbeiströmen=herbeistrom herrisch=herrisch \
        herumzerrt=herumzerrt herzensfröhlichkeit=herzensfroh hierbleiben=hierbleib \
        hinabsinken=hinabsink hindurchfließt=hindurchfliesst hinneigen=hinneig hinwegnehmen=hinwegnehm \
        hochsahen=hochsah höhnisches=hohnisch hörte=hort hungrige=hungrig immenstand=immenstand \
        innige=innig ipso=ipso jagdausrüstung=jagdausrust jared=jared joel=jol jungweibe=jungweib \
        kammwiesen=kammwies kasparn=kasparn kehrseite=kehrseit kindertaufen=kindertauf kläger=klag \
        kletterns=klettern knopf=knopf komponiert=komponiert koppelpferde=koppelpferd \
        krammetsvogels=krammetsvogel kribbeln=kribbel kuchenpäckchen=kuchenpackch \
        kunstverständigen=kunstverstand lächerlichen=lach landsmann=landsmann laube=laub \
        lebensmut=lebensmut lehrern=lehr leinenen=lein lex=lex liebsleut=liebsleut lndikativ=lndikativ \
        lotterieverkehr=lotterieverkehr luzifer=luzif mailand=mailand mard=mard materiellen=materiell \
        meinst=mein merkwürdigste=merkwurd mindern=mind mitarbeitern=mitarbeit mittelsmann=mittelsmann \
        mondfahrt=mondfahrt most=most musikszene=musiksz nachbarn=nachbarn nächstbeste=nachstb \
        nahenden=nahend naturfreund=naturfreund neigung=neigung nichtigkeiten=nichtig niemandem=niemand \
        notwendigen=notwend obiger=obig ohrenbetäubener=ohrenbetaub orte=ort papparbeit=papparbeit \
        peche=pech pfefferminzplätzchen=pfefferminzplatzch philistern=philist plündern=plund \
        pracht=pracht probe=prob psyche=psych querköpfigkeiten=querkopf rastlos=rastlos \
        rebellischen=rebell reformierte=reformiert reichte=reicht religions=religion richtungen=richtung \
        rittersherrn=rittersherrn rothaarigen=rothaar ruhigsten=ruhig sachse=sachs sandige=sandig \
        säuglinge=saugling schand=schand scheidungsritual=scheidungsritual schied=schied \
        schläfrig=schlafrig schlichtet=schlicht schmählichste=schmahlich schnäpse=schnaps \
        schnurr=schnurr schrieben=schrieb schüttete=schutt schwatzt=schwatzt schwimmende=schwimmend \
        sehend=sehend selbständige=selbstand sequentium=sequentium siebzigmal=siebzigmal \
        sinnlichen=sinnlich solang=solang sonnenringel=sonnenringel spannt=spannt \
        spiegelbild=spiegelbild sprechzeit=sprechzeit städten=stadt stattdessen=stattdess \
        steinerne=steinern stiebten=stiebt stolzieren=stolzi strebten=strebt student=student \
        suchenden=suchend tabaksqualme=tabaksqualm tappte=tappt tecnh=tecnh \
        theaterprospekt=theaterprospekt titelblatt=titelblatt tores=tor trauer=trau triebfedern=triebfed \
        trügerischer=truger uax=uax überholte=uberholt überschwemmung=uberschwemm übriges=ubrig \
        umgewandte=umgewandt umständlich=umstand unbebautes=unbebaut uneigentlich=uneigent \
        ungeheure=ungeheur unheil=unheil unrechtliche=unrecht unteilbares=unteilbar \
        unterordnung=unterordn unverdächtige=unverdacht unwürdige=unwurd vamp=vamp \
        verbesserte=verbessert verdarben=verdarb verfälscher=verfalsch vergeßlichkeit=vergess \
        verhehlten=verhehlt verkündigt=verkundigt verlumpete=verlumpet vernimmt=vernimmt verrufen=verruf \
        verschwand=verschwand verständlicherweise=verstandlicherweis vertilgen=vertilg verwegene=verweg \
        verzeihen=verzeih vierzehn=vierzehn vollkommenheiten=vollkomm vordersten=vorderst \
        vorherrschaft=vorherrschaft vorsicht=vorsicht vorzuge=vorzug wahlbüros=wahlburos \
        waldesel=waldesel warne=warn wegbereit=wegbereit wehren=wehr weinberge=weinberg \
        weitherausstehenden=weitheraussteh werk=werk widerhallte=widerhallt wiederholten=wiederholt \
        windeswehen=windesweh wirtshauses=wirtshaus wohlerworbenes=wohlerworb wolke=wolk wundern=wund \
        x=x zaume=zaum zentnerschwer=zentnerschw zerstreuen=zerstreu \
        zigarettenschachteln=zigarettenschachtel zorns=zorn zugeschneite=zugeschneit zurecht=zurecht \
        zurückwenden=zuruckw zusammenstimmung=zusammenstimm zuwenden=zuwend zwerge=zwerg
        """
}
