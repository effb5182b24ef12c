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

    static let french = """
        aboutit=about accomplis=accompl acquisitions=acquisit adressée=adress agitant=agit alarma=alarm \
        amassée=amass angoulême=angoulêm apostoliques=apostol approprié=appropri arrachèrent=arrach \
        assassinait=assassin attaquer=attaqu augure=augur aveuglé=aveugl balances=balanc battez=batt \
        bizarrerie=bizarrer borné=born brave=brav brûla=brûl cabrait=cabr cannabinoïdes=cannabinoïd \
        cassa=cass cesserais=cess charma=charm chiffonna=chiffon cinquante=cinqu coeur=coeur \
        commentateurs=comment composer=compos conducteur=conducteur consacrée=consacr \
        conséquemment=conséquent contribua=contribu correspondance=correspond couronnes=couron crie=cri \
        culpabilité=culpabl datée=dat desséchant=dessech dignement=dign disposer=dispos doivent=doivent \
        douzaine=douzain déboucher=débouch décrivaient=décriv délicieux=délici dépositions=déposit \
        désobéi=désobéi dît=dît embrasser=embrass empêcherait=empêch engagé=engag entendît=entend \
        environnaient=environ essences=essenc exclamations=exclam extase=extas fangeuses=fangeux \
        fermait=ferm fitz=fitz forcer=forc fracassée=fracass frêle=frêl gaie=gai geste=gest \
        gracieusement=gracieux gréer=gré habiterai=habit herbes=herb humanité=human hôpital=hôpital \
        impayable=impai inadmissibles=inadmissibl indiqués=indiqu iniquité=iniqu instant=instant \
        intrigant=intrig irrémissiblement=irrémissibl jeudi=jeud jurements=jur lampes=lamp levis=lev \
        locomotives=locomot luttes=lutt majordomes=majordom manteau=manteau masqué=masqu mer=mer \
        ministères=minister monstrueuses=monstrueux motrices=motric mènera=men mêlant=mêl nice=nic \
        nuance=nuanc obtenus=obtenus olivier=olivi ornementation=ornement oïdium=oïdium paraphait=paraph \
        paroissiale=paroissial passionnément=passion pendre=pendr personnification=personnif piochant=pioch \
        planterons=plant polichinelle=polichinel poudrait=poudr pressaient=press produisait=produis \
        propositions=proposit précurseur=précurseur prétendrait=prétendr pusillanime=pusillanim quatre=quatr \
        raisonner=raison rassemblés=rassembl reconquerrait=reconquerr registre=registr remettrez=remettr \
        renouvelèrent=renouvel reprochaient=reproch retard=retard revit=rev roguerie=roguer russie=russ \
        régnante=regn résister=résist sac=sac sans=san scintillants=scintill sentinelle=sentinel \
        sifflet=sifflet soignait=soign sorti=sort sourire=sourir straw=straw suivantes=suiv survenait=surven \
        tabatière=tabati telle=tel théodolinde=théodolind tonne=ton trahies=trah traversé=travers \
        troublée=troubl tétraploïdes=tétraploïd vase=vas vertement=vert vingt=vingt voler=vol \
        véhiculé=véhicul zélés=zel éclipse=éclips égards=égard énergumènes=énergumen équipée=équip \
        étranglaient=étrangl
        """

    static let spanish = """
        abordando=abord acelerará=aceler acreditó=acredit adherirse=adher afecto=afect agrupa=agrup \
        alcanzada=alcanz altadena=altaden amistades=amistad anotar=anot apego=apeg aprobaron=aprob \
        arnoldo=arnold asaltante=asalt asuntito=asuntit augura=augur avecinado=avecin balcones=balcon \
        batería=bat biblioteca=bibliotec bordo=bord bruscas=brusc cadencia=cadenci caminó=camin \
        captamos=capt cartagena=cartagen cañones=cañon certero=certer chispeando=chisp civic=civic \
        coherente=coherent comedia=comedi competidor=competidor comuniquen=comuniqu conduzcan=conduzc \
        conocimientos=conoc construirá=constru contradicen=contradic cooperación=cooper cortines=cortin \
        criminalidad=criminal cuento=cuent cáritas=carit debía=deb definitiva=definit denominados=denomin \
        desalojaron=desaloj descuidado=descuid desorganizados=desorganiz detecnología=detecnolog \
        dificultar=dificult discutió=discut divertirse=divert dragón=dragon economia=economi \
        ejércitos=ejercit emergente=emergent encargue=encarg enlace=enlac entrenará=entren escaños=escañ \
        especializados=especializ estarle=estarl etapa=etap exento=exent exporters=exporters facultad=facult \
        felino=felin financieros=financier formativos=format friolentos=friolent gado=gad general=general \
        golearon=gol grill=grill hablamos=habl helicóptero=helicopter holanes=holan hundidas=hund imp=imp \
        imputado=imput incuestionable=incuestion infiltrados=infiltr inmueble=inmuebl integración=integr \
        interrogante=interrog involucre=involucr jardín=jardin justificare=justificar lanchero=lancher \
        lentos=lent limita=limit llevarse=llev luminosidad=lumin malignas=malign maqueta=maquet \
        massieu=massieu mejorados=mejor metidos=met minor=minor monederos=moneder moviendo=mov márgen=marg \
        necedad=neced nirvana=nirvan nucleado=nucl obtendrán=obtendran ojalá=ojal ordás=ordas outs=outs \
        panorama=panoram partió=part pecará=pec perdemos=perd perspectiva=perspect pintarlas=pint pleno=plen \
        popo=pop precautorio=precautori prepotentes=prepotent preámbulo=preambul \
        profesionalización=profesionaliz proponga=propong próximas=proxim pértiga=pertig radares=radar \
        realizados=realiz recogió=recog reestreno=reestren regular=regul rentarlas=rent resalte=resalt \
        resultaran=result revisen=revis robos=rob rugir=rug salidas=sal savotino=savotin semi=semi \
        sevilla=sevill sincronización=sincroniz socorro=socorr sospechamos=sospech substanciales=substancial \
        superarme=super szekely=szekely taxco=taxc tenochtitlan=tenochtitl time=tim tornados=torn \
        transeros=transer trenes=tren táctica=tactic urgencia=urgenci vampiros=vampir vengan=veng \
        videntes=vident visora=visor vuelvo=vuelv zancudos=zancud
        """

    static let italian = """
        abbracciamenti=abbracc acciarino=acciarin acquietarle=acquiet affaccendato=affaccend aggira=aggir \
        alcuna=alcun alquanti=alquant ammazzi=ammazz angesia=anges antonomasia=antonomas \
        approvviggionamento=approvviggion arrestatori=arrest assaggiarne=assagg atl=atl attuazione=attuazion \
        avevate=avev azzeccare=azzecc barbarossa=barbaross bellucci=bellucc bigio=big bombardamento=bombard \
        briciole=briciol cab=cab camicie=camic capite=cap casalnuovo=casalnuov ceca=cec cespugli=cespugl \
        chiudersi=chiud civitavecchia=civitavecc colma=colm commissariamento=commissar compresi=compres \
        condizionati=condizion congratulò=congratul consorti=consort contraddittorio=contraddittor \
        copenaghen=copenaghen costanti=costant crescita=cresc cyanamide=cyanamid decorosa=decor \
        deponga=depong diagonale=diagonal dimenticando=dimentic disarmata=disarm disputata=disput \
        dividendosi=divid douadi=douad echotel=echotel emanrsi=emanrs erikkson=erikkson eslam=eslam \
        estromessa=estromess fallirà=fall favoriti=favor fiammate=fiamm finlandia=finland \
        fondinvest=fondinvest francobolli=francoboll funzionario=funzionar gavino=gavin giambra=giambr \
        giunse=giuns granai=grana guarigione=guarigion hostibus=hostibus imbroglione=imbroglion \
        impiega=impieg incappati=incapp indagate=indag inequivoco=inequivoc inglesi=ingles \
        insinuazioni=insinu intero=inter inventata=invent iscontare=iscont janeiro=janeir laicità=laicit \
        lavorati=lavor levatevelo=levatevel livree=livre luxor=luxor mallevadore=mallevador \
        mantenesse=manteness massiccia=massicc mendozza=mendozz metz=metz misera=miser mondovì=mondov \
        moverebbe=mov nascondere=nascond neve=nev novembre=novembr odio=odi opinion=opinion oscura=oscur \
        pagani=pagan parentado=parentad passati=pass penisola=penisol permette=permett piaccia=piacc \
        piombava=piomb popolarità=popolar poteste=potest pregati=preg preside=presid privatizzaz=privatizzaz \
        prolungar=prolung protuberanza=protuber pura=pur rabbuffi=rabbuff raggrinzata=raggrinz \
        rattenute=ratten registrate=registr responsabili=respons ricalcitrato=ricalcitr ricorderanno=ricord \
        riflettendo=riflett rimordendogli=rimord ripetuto=ripet risonanti=rison ritrovamenti=ritrov \
        rodney=rodney ruiz=ruiz salutevole=salutevol sat=sat scapestrato=scapestr schierarsi=schier \
        sconto=scont second=second senegal=senegal servono=serv shatoievsk=shatoievsk sintesi=sintes \
        sodetta=sodett sonni=sonn sostituì=sostitu spatriarsi=spatr spiegarvi=spieg squillo=squill \
        sterchele=sterchel straviziare=straviz sudiciume=sudicium svelato=svel tardato=tard \
        tendenzialmente=tendenzial testimonj=testimonj tom=tom trafugati=trafug trattenuta=tratten \
        trovarono=trov uil=uil uscir=uscir varianti=variant venircela=ven viale=vial visse=viss votate=vot
        """

    static let portuguese = """
        abominação=abomin acendeu=acend acrescentou=acrescent adotaram=adot agentes=agent albertoni=alberton \
        aloe=alo ameaçando=ameac anfetamínicos=anfetamín anularam=anul aposentada=aposent aracaju=aracaju \
        arrastam=arrast assediar=assedi atentos=atent audiovisuais=audiovisu ávida=ávid bancas=banc \
        batizou=batiz betaendorfinas=betaendorfin bobs=bobs brandindo=brand bumbum=bumbum caísse=caíss \
        cancelar=cancel carcereiros=carcereir caseiros=caseir celulares=celul charlatão=charlatã chutes=chut \
        clareza=clarez colaboram=colabor começa=comec compilado=compil conceituados=conceitu \
        confortavelmente=confort consolar=consol conti=cont convertido=convert corretamente=corret \
        crença=crenc cujas=cuj dando=dand decorreu=decorr demasia=demas derrubou=derrub \
        descontraído=descontraíd desidério=desidéri déspotas=déspot devassa=devass dimes=dim \
        disposta=dispost doados=doad dronbusch=dronbusch eficaz=eficaz emancipador=emancip empregou=empreg \
        encravados=encrav enraivecessem=enraivec envolviam=envolv escassa=escass espalhafatosas=espalhafat \
        esquentei=esquent estimula=estimul eua=eua exercícios=exercíci expostos=expost falecido=falec \
        fazer=faz ficaria=fic fisionomia=fisionom forçaram=forc fraterna=fratern funcionários=funcionári \
        gardenberg=gardenberg gerais=ger gorduchos=gorduch grinbaum=grinbaum harbor=harbor \
        hipofagin=hipofagin humberto=humbert ilusionista=ilusion impossíveis=impossív \
        inconsciente=inconscient inexistente=inexistent injetável=injet intelectual=intelectual \
        invadir=invad isolada=isol jk=jk jurídicas=juríd lahaul=lahaul legistas=legist libânio=libâni \
        litorânea=litorân lucidio=lucidi magnética=magnét manhãs=manhãs marins=marins mazelas=mazel \
        menores=menor mgm=mgm miscigenação=miscigen mongólia=mongól motorizados=motoriz nação=naçã nega=neg \
        nivelados=nivel obedece=obedec oferecia=oferec ora=ora outro=outr pampulha=pampulh parreiras=parreir \
        pauli=paul pensadas=pens peritos=perit petroleiros=petroleir planejava=planej pontificava=pontific \
        povoado=povo preju=preju prevenir=preven proeminente=proeminent proprietária=proprietár \
        publicis=public queixou=queix ranheta=ranhet recebi=receb red=red regrado=regr renner=renn \
        resigna=resign retocando=retoc rigorosíssima=rigorosíssim roncatti=roncatt saciedade=saciedad \
        sanidade=sanidad sediada=sedi sentados=sent shirer=shir sinval=sinval sol=sol stanley=stanley \
        sugadas=sug surrealista=surreal tarcísio=tarcísi temporada=tempor teu=teu tomarão=tom \
        tradições=tradiçõ transtorno=transtorn trombada=tromb ungido=ungid vaivém=vaivém veja=vej \
        veteranas=veteran violento=violent voltando=volt xavier=xavi
        """

    static let dutch = """
        aangelegde=aanleg aantrekkelijkheid=aantrekkelijk acetaat=acetaat aerosols=aerosol \
        afschaffen=afschaf afvalwaterproblematiek=afvalwaterproblematiek alkmaar=alkmaar \
        amylopectine=amylopectine arend=aar autochtone=autochtone bandenbedrijf=bandenbedrijf \
        bedrijfscomplex=bedrijfscomplex beheerde=beheer beleidsmedewerker=beleidsmedewerker bereiden=bereid \
        bestemmingsplanwijziging=bestemmingsplanwijs bevrijdde=bevrijd bijkomend=bijkoom bladerende=blader \
        bodemvruchtbaarheid=bodemvrucht bosschages=bosschag brandstofbelasting=brandstofbelast \
        bruskeerde=bruskeer calamiteit=calaam champignonkwekersvereniging=champignonkwekersvereen \
        cocon=cocon condensvorming=condensvorm cosmopolitische=cosmopolitisch damesslips=damesslip \
        delvocid=delvocid dicke=dicke districtsmanager=districtsmanager doorgevoerd=doorvoer dreinde=dreind \
        duisterde=duister ecovision=ecovision eim=eim emitteren=emitter entsorger=entsorger \
        eurovignet=eurovignet familietrots=familietrots fladderend=fladder fout=fout gasbedrijf=gasbedrijf \
        gebruikmaking=bruikmaak gegarandeerde=garandeer geldstukslaande=ldstukslaand gemoeid=moeid \
        gerekend=reek gestudeerd=studeer gewone=wone glazuren=glazuur grasmat=grasmat \
        grondreinigingsinstalatie=grondreinigingsinstaleer haden=haad hartstochtelijk=hartstochtelijk \
        hendrik=hendrik hieronder=hieronder hoofdzakelijk=hoofdzakelijk huisblad=huisblad ijle=ijle \
        industriewaterproject=industriewaterproject inlaatdruk=inlaatdruk interfacultair=interfacultair \
        isidore=isidor jongerenreferendum=jonrenreferendum kantons=kanton kernongevallen=kernonval \
        klagen=klaag knikte=knik koopsompolis=koopsompolis kriebelig=kriebel kwaal=kwaal \
        landbouwbestrijdingsmiddel=landbouwbestrijdingsmiddel leer=leer lia=lia lmr=lmr \
        luchtvaartindustrie=luchtvaartindustrie maïskolvenschroot=maïskolvenschroot mat=mat \
        meetmethoden=meetmethood mestbonnenboycot=mestbonnenboycot middenweg=middenweg \
        milieuplein=milieuplein ministerie=ministerie momenten=moment muzikanten=muzikant \
        natuurkwaliteit=natuurkwaal nette=net nominale=nominaal ocato=ocato \
        omgevingsinvloeden=omvingsinvloed ondergedompeld=onderdompel ongeloof=onloof \
        ontgrondingsfonds=ontgrondingsfond onuitloogbaar=onuitloog opeenstapelingen=opeenstapel \
        opknappen=opknap optimistische=optimistisch overbrenging=overbreng overtreders=overtreder \
        parasieten=parasiet personeelsbestand=personeelsbestand planfase=planfas \
        polyetheenglycolen=polyetheenglycool presentatrice=presentatrice produktielokatie=produktielokeer \
        publiceren=publicer rappe=rappe reddeloos=reddeloos reisden=reis revanche=revanche river=river \
        rotslawine=rotslawine sambals=sambal scharen=schaar schoof=schoof seismiek=seismiek sk=sk \
        smartelijker=smartelijk sombering=somber spokende=spook stal=stal sterft=sterf stoomtram=stoomtram \
        stromings=stroom sulfaatlignine=sulfaatlignine tarieven=tarief tennissen=tennis thermische=thermisch \
        toelaat=toelaat train=train trottoirkolken=trottoirkolk uitbouwen=uitbouw uitneembare=uitneembar \
        university=university vastgelopen=vastloop verafgood=verafgood verdrukken=verdruk \
        verhittingsmethoden=verhittingsmethood verlost=verlost verruimd=verruimd vervaagde=vervaag \
        verworven=verworf vinylvloerbedekkingen=vinylvloerbedek vluchtten=vlucht voorafgaand=voorafgaand \
        voortsjokte=voortsjok vrolijkheid=vrolijk waddenzee=waddenzee \
        waterbeheersingstechnologieën=waterbeheersingstechnologieën \
        weegschaalinstallatie=weegschaalinstalleer wekte=wek westab=westab \
        windenergievoorziening=windenergievoorzien wolters=wolter zadelrobben=zadelrob zelzate=zelzat \
        zoenlach=zoenlach zuiveringsheffing=zuiveringshef
        """

    static let russian = """
        алексееву=алексеев атласным=атласн беднел=беднел бельгию=бельг бешеным=бешен близлежащие=близлежа \
        бороде=бород буднях=будн ваней=ван величавой=величав вечно=вечн виденных=виден вмешался=вмеша \
        возмущает=возмуща воробушек=воробушек впопыхах=впопых вставали=встава выветриваемся=выветрива \
        выносился=вынос высоте=высот гамлета=гамлет глушит=глуш гореть=горет графы=граф губой=губ \
        двойным=двойн деревенская=деревенск добреющий=добреющ долгогривых=долгогрив достоинством=достоинств \
        думаете=дума ездила=езд жемчуг=жемчуг забвенья=забвен завязались=завяза зажженных=зажжен \
        залежался=залежа заносчивость=заносчив зарайских=зарайск затихло=затихл здешнего=здешн знатный=знатн \
        избаловались=избалова изношенная=изношен ипохондрию=ипохондр истомилась=истом канавы=канав \
        квартирку=квартирк кобыленка=кобыленк конечные=конечн косым=кос кризис=кризис купидонов=купидон \
        лгали=лгал лике=лик лотереи=лотер мадонн=мадон матросы=матрос местечка=местечк мирной=мирн \
        молчаливую=молчалив мускул=мускул наводит=навод назюзюкался=назюзюка написанное=написа \
        насмехается=насмеха начинало=начина негодная=негодн неисполненные=неисполнен неописанный=неописа \
        неряхой=нерях нецеремонные=нецеремон норма=норм обедня=обедн обмороками=обморок обругает=обруга \
        овощи=овощ одышка=одышк омута=омут орехами=орех оставляя=оставл отворявшийся=отворя открытых=открыт \
        отрастил=отраст официальный=официальн панического=паническ переберет=переберет переносила=перенос \
        петлю=петл платьице=платьиц поведу=повед погружалась=погружа подлецу=подлец подстерегают=подстерега \
        поздравляли=поздравля покричит=покрич полотно=полотн помогаю=помога попрошу=попрош \
        последними=последн посылается=посыла поцелуя=поцелу празелень=празелен предузнало=предузна \
        прибежавшей=прибежа приедет=приедет примет=примет прислуги=прислуг пробежал=пробежа прождала=прожда \
        проникся=проник простужусь=простуж прощальным=прощальн пустяков=пустяк равнодушного=равнодушн \
        раздалась=разда разорвалось=разорва расписки=расписк рассчитываете=рассчитыва реку=рек роешься=роеш \
        руце=руц сбегаешь=сбега свисти=свист секрете=секрет сигарету=сигарет сквозняках=сквозняк \
        скучная=скучн слуху=слух смородинным=смородин собравшись=собра сойдутся=сойдут \
        сосредоточенность=сосредоточен спишь=спиш ссылки=ссылк стеснений=стеснен стрелка=стрелк \
        суетливой=суетлив счетах=счет тарелке=тарелк тесемками=тесемк тонуло=тонул тремя=трем туманить=туман \
        убранстве=убранств удается=уда узнайте=узна умницей=умниц упрямстве=упрямств устланная=устла \
        ученый=учен фокусы=фокус хлещи=хлещ хрустального=хрустальн часок=часок чиннее=чин шагал=шага \
        шляпку=шляпк элементом=элемент ярки=ярк
        """
}
