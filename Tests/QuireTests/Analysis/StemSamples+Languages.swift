/// Words of Snowball's vocabularies, evenly spread, with the stems that Snowball gives them. The license is that of
/// ``StemSamples``.
extension StemSamples {
    static let french = """
        a=a abuse=abus accroissaient=accroiss adjudication=adjud affectant=affect agrémentés=agrément \
        alexandre=alexandr ambition=ambit animaient=anim apostat=apostat approchant=approch armé=armé \
        ascanio=ascanio at=at attristait=attrist avancé=avanc b=b bariolée=bariol benzoïque=benzo blâmait=blâm \
        bouillir=bouill brillante=brill bulletins=bulletin cachots=cachot canta=cant casseroles=casserol \
        cesseras=cess charité=charit chevaliers=chevali chênes=chên cloua=clou come=com complaisance=complais \
        concernant=concern conférait=confer consiste=consist continuation=continu convienne=convien cotée=cot \
        coussins=coussin crochet=crochet cuves=cuv debout=debout destinait=destin différentes=différent \
        disparut=disparut dixième=dixiem doubt=doubt débarquait=débarqu décolorées=décolor dégradée=dégrad \
        dépenaillé=dépenaill désavantages=désavantag déteste=détest effrayent=effrayent empir=empir \
        encombre=encombr enlevée=enlev entoura=entour enviée=envi essuie=essui exclamations=exclam \
        expédia=expédi fameuse=fameux femmes=femm financièrement=financi folle=foll fougères=fouger froid=froid \
        fâcheuse=fâcheux garderais=gard glissaient=gliss gray=gray guitare=guitar halleck=halleck hip=hip \
        humiliation=humili ici=ici impertinence=impertinent inaccoutumé=inaccoutum indiqua=indiqu \
        infériorité=inférior inspecteurs=inspecteur interroger=interrog inédit=ined jaquette=jaquet \
        journalistes=journal kléber=kleb latérale=latéral limercati=limercat longueville=longuevill \
        législateur=législ malheur=malheur marchait=march mastoïdien=mastoïdien mers=mer ministres=ministr \
        monoïdes=monoïd morveux=morveux mysticité=mystiqu méritez=mérit neige=neig nothing=nothing \
        obligeant=oblig odorat=odorat or=or oublient=oublient pale=pal pardonnait=pardon parterre=parterr \
        patiemment=patient pense=pens persécutait=persécut pipe=pip planta=plant poisson=poisson \
        possédant=possed prenais=pren prochaine=prochain promit=prom provoquer=provoqu préparât=prépar \
        psyché=psych pénétrera=pénetr quittèrent=quitt rancune=rancun ravissantes=rav recueillirent=recueil \
        rejaillir=rejaill remonter=remont renseignements=renseign reprises=repris restitution=restitu \
        revers=rever rizières=rizi rubigneau=rubigneau réfléchit=réflech réputations=réput révolté=révolt \
        saisissant=sais sauvages=sauvag sectaire=sectair serrer=serr signée=sign solennelle=solennel \
        sottises=sottis soutenues=soutenu stuart=stuart suivants=suiv surveillance=surveil sévères=séver \
        taxes=tax thaï=thaï toits=toit tournent=tournent transiger=transig triomphes=triomph tuileries=tuiler \
        utiles=util vendredis=vendred viande=viand visage=visag voluptueuse=voluptu vérifié=vérifi ânerie=âner \
        écolier=écoli égalités=égal émoustiller=émoustill éprouvées=éprouv étonnèrent=éton
        """

    static let spanish = """
        a=a abuelitas=abuelit achieve=achiev acudido=acud adoleciendo=adolec afirmó=afirm agudos=agud \
        alcántara=alcant alteración=alter aminoró=aminor ann=ann aparezcan=aparezc aprendido=aprend arias=ari \
        arrutinamos=arrutin asistirán=asist atraco=atrac autor=autor azotando=azot barbarabbe=barbarabb \
        beisbolistas=beisbol bisabuela=bisabuel botones=boton buque=buqu cairo=cair camotlán=camotlan \
        capten=capt carruaje=carruaj caza=caz cereso=ceres chicos=chic circulan=circul cobos=cob \
        coloquialmente=coloquial comités=comites comprarles=compr concluida=conclu conformada=conform \
        considera=consider contactar=contact contratista=contrat coppel=coppel cosmovisión=cosmovision \
        cristalización=cristaliz cuenten=cuent cálido=cal debidamente=debid defensivas=defens \
        democratizante=democratiz derrochando=derroch descienden=desciend desierto=desiert destacados=destac \
        di=di dinámicas=dinam disparates=disparat docentes=docent dulce=dulc edificación=edif electores=elector \
        emisora=emisor encarnan=encarn enhorabuena=enhorabuen entren=entren escalar=escal esmeraldas=esmerald \
        estacionados=estacion estructuras=estructur exalumnas=exalumn experimentado=experiment \
        extraoficiales=extraoficial fanáticos=fanat fibrosarcomas=fibrosarcom flanquear=flanqu \
        fosforescentes=fosforescent fuerte=fuert gallo=gall generoso=gener golpeados=golp grilletes=grillet \
        habitantes=habit heavy=heavy historias=histori huevazos=huevaz il=il impostergables=imposterg \
        incompetentes=incompetent individuales=individual ingrediente=ingredient insistió=insist \
        interactiva=interact introdujera=introdujer irrefutable=irrefut jim=jim kansai=kansai \
        lanzagranadas=lanzagran leopoldo=leopold liliana=lilian llevados=llev lucila=lucil magnífica=magnif \
        mansur=mansur marquesina=marquesin mecánica=mecan mercados=merc mielenización=mieleniz moaré=moar \
        morales=moral mueve=muev músicos=music negativo=negat nogales=nogal nulo=nul obtenía=obten ojeras=ojer \
        ordenen=orden otorgarles=otorg pampas=pamp participaban=particip patrulla=patrull \
        penitenciarios=penitenciari permisos=permis picadores=picador planear=plan polen=pol poseedor=poseedor \
        preescolar=preescol presenten=present principesco=principesc programadas=program proporcionen=proporcion \
        psicología=psicolog pérdidas=perd rabia=rabi reajustarlas=reajust recitó=recit redoblar=redobl \
        registran=registr remitente=remitent representando=represent respetan=respet retratará=retrat ricas=ric \
        rolada=rol ríspido=risp saludo=salud seattle=seattl sencillas=sencill sexy=sexy sindicales=sindical \
        sociopolítica=sociopolit sorprendieron=sorprend subordinado=subordin sume=sum suspensiones=suspension \
        tapatíos=tapati temiendo=tem tesoro=tesor tokio=toki trabas=trab transportes=transport \
        triunfalista=triunfal uat=uat usted=usted variaciones=variacion ventilación=ventil videos=vide \
        visora=visor vuele=vuel zacarías=zac
        """

    static let italian = """
        a=a accadono=accad accora=accor additò=addit afferrandola=afferr aggressivi=aggress algeri=alger \
        alternate=altern amministrativo=amministr angheria=angher antitetico=antitet approfittava=approfitt \
        armeria=armer aspettan=aspettan assordante=assord attivare=attiv autorizzata=autorizz avviarono=avvi \
        ballerina=ballerin bastonabile=baston berlanda=berland bisbetici=bisbet boris=boris bruce=bruc cade=cad \
        campana=campan capocchie=capocc casarano=casar ccd=ccd certi=cert chinarsi=chin cisal=cisal collare=coll \
        cominciati=cominc complessivo=compless concitarsi=concit confidenti=confident conseguente=conseguent \
        contemplar=contempl contrita=contr corleone=corleon costole=costol criterio=criter dama=dam \
        dedicarsi=dedic deportazione=deport di=di diligentemente=diligent dirne=dirn dispiacere=dispiac \
        divenivan=divenivan donatella=donatell duraturo=duratur elaborato=elabor entrata=entrat escl=escl \
        espressa=espress evidenziato=evidenz fante=fant federativo=feder fidarmi=fid fiorentina=fiorentin \
        foratura=foratur frangenti=frangent funzion=funzion gastiga=gastig ghiaia=ghiai giucas=giucas \
        gottardo=gottard gua=gua harare=har ilaria=ilar impazientisce=impazient imprenditoriale=imprenditorial \
        inclita=inclit indigeni=indigen infettati=infett inizierebbe=iniz installata=install \
        interrogativi=interrog investigativa=investig iscritte=iscritt jamaa=jama ladrone=ladron latore=lator \
        letterati=letter lione=lion lucrosa=lucros makeni=maken manero=maner maritarli=marit mcquinn=mcquinn \
        mescé=mesc milanisti=milan ml=ml montedison=montedison mulinello=mulinell nathion=nathion nicola=nicol \
        novoie=novoi odiavo=odi operativi=oper orrore=orror paci=pac paracadutisti=paracadut partita=part \
        pecore=pecor perdiam=perdiam pesaro=pesar piccole=piccol poco=poc portentosa=portent pranzare=pranz \
        premuda=premud presto=prest procediemnto=procediemnt promettete=promett provare=prov pupilla=pupill \
        raadstroem=raadstroem ragazzi=ragazz rassegnarci=rassegn reduci=reduc reponsabili=repons \
        rianimazione=rianim ricominciar=ricominc riedizione=riedizion rilevanti=rilev ringraziava=ringraz \
        riproposto=ripropost rispondevano=rispond riuscivano=riusc romeo=rome russe=russ salvatelo=salvatel \
        satirico=satir scapataggini=scapataggin schiapexw=schiapexw sconfiggeremo=sconfigg \
        sdrucciolava=sdrucciol sembrasse=sembr serpe=serp sfruttatrici=sfruttatric sillabe=sillab \
        smisurato=smisur solidarietà=solidariet sorgesse=sorgess sottuficiali=sottuficial spedir=sped \
        spirava=spir staccava=stacc stiamo=stiam strepitoso=strepit suggerimenti=sugger svelare=svel \
        tappeti=tappet tempestoso=tempest terzultima=terzultim toccata=tocc tovaglia=tovagl trasmessa=trasmess \
        trionfali=trionfal tyldum=tyldum unitaria=unitar valdostano=valdost vedevamo=ved verecondia=verecond \
        viene=vien viventi=vivent ward=ward
        """

    static let portuguese = """
        a=a absorver=absorv acm=acm adensar=adens advogado=advog agradável=agrad alcoólatras=alcoólatr \
        alphaville=alphavill amealha=amealh anexados=anex antonio=antoni apoiados=apoi apura=apur \
        arquidioceses=arquidioces arvin=arvin assustadoramente=assustador atrás=atrás autora=autor \
        baderneiros=baderneir barbeiros=barbeir beijá=beij bidê=bid bolkan=bolkan brazel=brazel buritis=burit \
        cajado=caj canção=cançã caravana=caravan casagrande=casagrand cedo=ced chamadas=cham chocando=choc \
        circundante=circund cobaias=coba colocou=coloc cômica=cômic compramos=compr concursos=concurs \
        conhecerem=conhec constituído=constituíd continuidade=continu convidou=convid correu=corr \
        cremilda=cremild cuidadosos=cuidad dalmo=dalm decisões=decisõ delegado=deleg deposita=deposit \
        descentraliza=descentraliz desentupir=desentup desmoralização=desmoraliz destrutivos=destrut \
        diagnosticou=diagnostic diretos=diret distorcida=distorc doleiros=doleir duplos=dupl eit=eit \
        embalagens=embalagens empregos=empreg encontrou=encontr enigmas=enigm enumera=enum esboço=esboc \
        esférico=esfér espirituais=espiritu estatismo=estat estressa=estress exala=exal exorcismo=exorc \
        extrato=extrat fan=fan feiras=feir figuram=figur fixo=fix forjados=forj fraternal=fraternal \
        funcionalismo=funcional garantem=garant gentil=gentil góes=góes gravação=gravaçã gur=gur \
        hermeticamente=hermet honraria=honr identificação=identific impacta=impact inadequado=inadequ \
        indenização=indeniz infindável=infind insanidade=insan interativa=inter inventada=invent isoladas=isol \
        jheremias=jherem juntaram=junt laços=lac layers=layers levantador=levant lin=lin look=look \
        machadiana=machadian malhação=malhaçã maquiagem=maquiag mascarenhas=mascarenh medicina=medicin \
        mercantil=mercantil midem=mid mistificando=mistific monossódico=monossód mott=mott n=n \
        necessário=necessári nilvo=nilv nuestro=nuestr ocupa=ocup opera=oper ortodoxos=ortodox pagariam=pag \
        paralisou=paralis passarinhos=passarinh pedestal=pedestal percebemos=perceb pérolas=pérol picanha=picanh \
        plástica=plástic popovic=popovic powell=powell pregava=preg pretendiam=pretend pródigo=pródig \
        propagando=propag psb=psb quartas=quart radar=rad reagiram=reag recomendam=recomend referência=referent \
        relançando=relanc repetiu=repet respeitarem=respeit réu=réu rising=rising rosa=ros sacolejou=sacolej \
        sangüínea=sangüín secular=secul señor=señor sets=sets sinalizar=sinaliz socialista=social sorriso=sorris \
        substancial=substancial superinteressante=superinteress tabelas=tabel tecnológico=tecnológ \
        teólogos=teólog tim=tim tony=tony trágica=trágic tratados=trat trompas=tromp unesco=unesc vaginais=vagin \
        vazio=vazi versões=versõ vincadas=vinc vivia=viv wesley=wesley
        """

    static let dutch = """
        a=a aankondiging=aankond aardappelziekte=aardappelziek acroniemengids=acroniemengid afgebeten=afbeet \
        afstanden=afstand afwachting=afwacht allegaartafel=allegaartafel analysemethode=analysemethode area=area \
        australisch=australisch balanskranen=balanskraan bedierf=bedierf begint=begint belastingen=belast \
        benita=benita beschuldigd=beschuldigd betrekkelijk=betrekkelijk bezinken=bezink binnenstad=binnenstad \
        blikten=blik boezem=boezem bouwcentrum=bouwcentrum brede=brede budgettair=budttair cambridge=cambridg \
        champignons=champignon coalitie=coalitie concurrentiebeding=concurrentiebed \
        coördinatiecollege=coördinatiecolleg dadelijke=dadelijk definitie=definitie detroit=detroit \
        dinertjes=diner dommelig=dommel dosing=doos dromende=droom duurzame=duurzame eensluidend=eensluid \
        elburg=elburg energiebalansregeling=energiebalansregeel \
        epichloorhydrineproduktie=epichloorhydrineproduktie eveneens=eveneen fantastische=fantastisch fks=fks \
        foto=foto gane=gane gebloosd=bloos geelhoed=elhoed geknoeid=knoeid geluidzone=luidzone \
        gepatenteerd=patenteer gesláagd=sláag geveegd=veeg ghoed=ghoed goederen=goeder grieks=griek \
        grondwaterputten=grondwaterput hallum=hallum havenspoorlijn=havenspoorlijn herawoll=herawoll \
        hieronder=hieronder hoofdschuddend=hoofdschud hugo=hugo identificeren=identificer indianen=indian \
        ingrijpt=ingrijp instincten=instinct inwonertal=inwonertal jam=jam kabinetsvoorstellen=kabinetsvoorstel \
        katoenproducent=katoenproducent khz=khz kleinkinderenkring=kleinkinderenkr koelmachine=koelmachine \
        koraalrif=koraalrif krissen=kris kwaliteitscertificaten=kwaliteitscertificaat \
        landbouwenclaves=landbouwenclave leegvissen=leegvis leveranciers=leverancier liquidatie=liquideer \
        luchten=lucht machinist=machinist marktgericht=marktricht meegedongen=meedong \
        menggranulaat=menggranulaat meteorologie=meteoroloog milieucentrum=milieucentrum \
        milieuverdiensten=milieuverdienst mja=mja monuron=monuron nabijheid=nabij \
        natuurvriendelijke=natuurvriendelijk nevelblusinstallaties=nevelblusinstalleer noodkreet=noodkreet \
        obstakel=obstakel omgebogen=omboog onbruikbare=onbruikbar ondragelijkheid=ondralijk ontbijt=ontbijt \
        ontwerpoplossingen=ontwerpoplos oorzaak=oorzaak opgeschroefde=opschroef oprazende=opraas \
        organisaties=organiseer overheidsnorm=overheidsnorm ozonnormen=ozonnorm passages=passag peugeot=peugeot \
        plasticfabrikant=plasticfabrikant pom=pom prestaties=presteer produktieproces=produktieproce \
        psycholoog=psycholoog randstadagglomeratie=randstadagglomereer recyclingbeton=recyclingbeton \
        regulerende=reguler restbedrag=restbedrag ring=ring rondt=rondt rundvee=rundvee \
        satellietfoto=satellietfoto scherpe=scherpe schrijfster=schrijf servicebedrijf=servicebedrijf \
        slavernij=slavernij smokings=smook sorteerinstallatie=sorteerinstalleer spoorbaan=spoorbaan \
        stamelende=stamel stereo=stereo stoofde=stoof strijdlust=strijdlust succes=succe talent=talent \
        telefoonnet=telefoonnet terzij=terzij tno=tno tomen=toom treinstation=treinstation turende=tuur \
        uitgedoofd=uitdoof uitsteekt=uitsteek vaagweg=vaagweg vb=vb verband=verband verduurzamen=verduurzaam \
        verhoeff=verhoeff verliezende=verlies verpompen=verpomp verticaal=verticaal \
        verwerkingstechnologie=verwerkingstechnoloog vietnamese=vietnames \
        vliegtuigmaatschappij=vliegtuigmaatschappij voldoen=voldoen voorlichtingsronde=voorlichtingsrond \
        vrachtwagenbanden=vrachtwanband vulmiddel=vulmiddel wanorde=wanor waterman=waterman \
        weerstanden=weerstand welwillend=welwil wetens=weten windmolentje=windmolen wondering=wonder \
        zachthoutvezels=zachthoutvezel zelfrijdende=zelfrijd zitkamer=zitkamer zuidhessische=zuidhessisch
        """

    static let russian = """
        а=а ани=ан балконом=балкон бездушном=бездушн бесконечным=бесконечн бифштекса=бифштекс блюдечке=блюдечк \
        босой=бос будучи=будуч валялся=валя великодушных=великодушн ветках=ветк взыскания=взыскан влажные=влажн \
        возвратите=возврат волшебниц=волшебниц восставшего=восста всеобщее=всеобщ всяким=всяк выдумала=выдума \
        выпучил=выпуч вытерла=вытерл гениальный=гениальн гнет=гнет горничных=горничн греза=грез губить=губ \
        движись=движ денег=денег для=для дойду=дойд досаду=досад дрожащая=дрожа дышал=дыша жалок=жалок \
        живописью=живопис забывала=забыва загородил=загород заказали=заказа замасленную=замаслен \
        запачканная=запачка зародились=зарод затопишь=затоп зданья=здан знамений=знамен идите=ид изменяем=изменя \
        инстинктивно=инстинктивн испуганный=испуга казимир=казимир касавшемуся=каса клен=клен коллекцию=коллекц \
        коперника=коперник красавицы=красавиц крошат=крошат кусали=куса легкомыслия=легкомысл липли=липл \
        лошадки=лошадк мадонн=мадон материальных=материальн мертвецам=мертвец миновав=минова молитвах=молитв \
        мудрецов=мудрец набегающих=набега надоем=надо наливала=налива напугана=напуга насядет=насядет \
        небрежен=небреж недостает=недоста нелепое=нелеп неотступный=неотступн нескончаемый=несконча \
        нечищенным=нечищен нормальная=нормальн обедай=обеда обманут=обманут обращал=обраща \
        обыкновенном=обыкновен одиннадцатый=одиннадцат окостенел=окостенел опричь=оприч ослепления=ослеплен \
        осуждена=осужд отдернул=отдернул относитесь=относ отстанет=отстанет очарованьи=очарован паралича=паралич \
        переварилась=перевар переписывать=переписыва петров=петр платком=платк побывать=побыва \
        погнушались=погнуша поделом=подел подпрыгивать=подпрыгива пожеланий=пожелан поклонникам=поклонник \
        полицейскому=полицейск полюбопытствовал=полюбопытствова поношенные=поношен портным=портн \
        посоветовать=посоветова потише=потиш почтальону=почтальон превосходный=превосходн \
        предчувствую=предчувств приберешь=прибереш придуманное=придума прильнуть=прильнут припухшие=припухш \
        пришивая=пришив продан=прода пролетевший=пролетевш проснется=проснет прохладный=прохладн птичьего=птич \
        пьер=пьер разбросанных=разброса раздувающий=раздува разрыв=разр расправу=расправ растопалась=растопа \
        репутацией=репутац рождающейся=рожда рутинеры=рутинер сараях=сара свидетели=свидетел сдесь=сде \
        серьезно=серьезн сказаниями=сказан скрижалями=скрижал слетит=слет смелый=смел снеговою=снегов \
        совпадать=совпада сомнений=сомнен сотрясающий=сотряса способ=способ сталкиваться=сталкива \
        стиснув=стиснув стремглав=стремгла суете=сует счастливец=счастливец тама=там теребила=тереб \
        толчком=толчк транспарант=транспарант трубный=трубн тянулось=тянул уводила=увод \
        удовлетворительно=удовлетворительн укусил=укус унижения=унижен усидеть=усидет усыпаны=усыпа ушки=ушк \
        формам=форм хлопотам=хлопот хрустали=хруста чалме=чалм четвертую=четверт чуждые=чужд широк=широк \
        щетина=щетин явись=яв
        """
}
