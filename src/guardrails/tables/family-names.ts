/** Common family names of many countries, folded: our own list, in no order of weight. Vietnamese ones are elsewhere. */
export const FAMILY_NAMES: ReadonlySet<string> = new Set(
  `
abbott abe abel abernathy abraham abril abubakar acosta adams adebayo adeyemi adkins adler aebischer afolabi
agarwal agu aguilar aguirre ahmad ahmed ahuja ajayi akande akhtar albertsen albrecht alexander alfaro ali
allaire allen almeida alonso alvarado alvarez alves amadi ambrose amin amundsen anand andersen anderson
andersson andrade andreasen andreassen andrews angelov antonov aquino arai araujo archer arias armstrong arnold
arora arroyo arsenault arslan asante asare ashworth asplund astrom atkinson aubert aubin austin avila axelsson
ayala azarov azevedo babic bachmann bailey baird bajwa baker bakke bakker balashov baldwin ball ballard balogh
bandyopadhyay banerjee banks baran baranov barber barbieri barbosa barker barlow barnes barnett barr barrera
barrett barros barta bartlett barton bartos bates batista bauer baumann bautista baxter beauchemin beck becker
beckett bednar begum belanger bell bello belov beltran benavides benitez bennett benson bentley berg berger
bergeron bergman bergqvist bergstrom bernard bernardi bernstein berry bertrand bhatia bhatt bianchi bianco
bishop bjerke bjork bjorklund black blackburn blackwell blair blake blanchard blanco blazek blom boateng bodnar
boivin bondarenko boone borg borges borisov bosch bose bouchard bouchet bourque bowen bowman boyd boyle bozic
bradford bradley bradshaw brandao brandt braun bravo brennan brewer briggs brink brodersen brooks brouwer brown
brun bruun bryant bryn buchanan buckley bui bullock burgess burke burnett burns burton bush bustos butler bykov
byrd byrne caballero cabrera caldwell calhoun callahan calvo cameron campbell campos cannon cano cantu capon
cardenas cardoso carey carlson carlsson carmona carpenter carr carrasco carrillo carroll carson carter caruso
carvalho casey castaneda castellano castillo castonguay castro cermak cerny cervantes chambers champagne chan
chandler chandra chang chapman charles charron chatterjee chaudhary chauhan chavarria chavez chen cheng cherry
cheung choi chopra choudhury chowdhury christensen christiansen christiansson chua chukwu chung clark clarke
clarkson clayton clements cloutier cobb cohen cole coleman collins colombo combs compton conde conley conner
connolly connor conrad conti contreras conway cooley cooper copeland coppola cordero cordova cornell correa
cortes costa costanzo costello cote coulter couture cowan cox craig crane crawford crosby cross crowley cruz
cuevas cummings cunningham curran curry curtis cvetkov dahl dahlberg dahlgren dalton damgaard daniel daniels
danielsen danilov danjuma das daugherty davenport davidson davies davila davis dawson day de dean decker dekker
delacroix delacruz delaney deleon delgado demir dempsey denis denisov dennis desai deshmukh desjardins
desrosiers deutsch diallo dias diaz dickerson dickson dietrich dijkstra dillon dimitrov diop dixon dlamini
dobrev dodson doe doherty dominguez donnelly donovan dorsey dougherty douglas downs doyle dragic drake dratchev
drozd dubois dudek dudley duffy dufour duke dumont duncan dunlap dunn dupont duran durand durham dutta dvorak
dyer dziedzic eaton eberhardt eberle echeverria edmonds edvardsen edwards egede egeland eide eke eklof eklund
ekstrom elliott ellis ellison elmi emerson endo engel enger engstrom enriquez erdogan erickson eriksen eriksson
escobar espinosa espinoza esposito estes estrada evans everett evers ewart ewing eze fabbri faber fabian falco
falk fallesen farah farkas farley farmer farrell faulkner fedorov feld ferguson fernandes fernandez ferrari
ferraro ferreira ferrell ferrer ferri fiala fields figueroa filipovic finley fiore fischer fisher fitzgerald
fitzpatrick fleming fletcher fleury flor flores flowers flynn fodor fofana foley fonseca fontaine fontana forbes
foreman forsberg forsman forstrom fortier foster fournier fowler fox francis franco frank franklin fransson
fraser frazier frederick fredriksson freeman frei fried friedman frisk fritz frost fuchs fuentes fujii fujita
fukuda fuller gagne gagnon gaines galic galindo gallagher gallegos gallo galvan gandhi ganguly garcia gardner
garg garner garnier garrett garrison garza gashi gates gauthier gavrilov gay gebre geisler gentile george
georgiev gerard gerber ghosh gibbons gibbs gibson gilbert giles gill gillespie gilmore giordano girard giroux
glass glavas glenn glover gluck godoy goel gokhale goldberg goldman goldstein golubev gomes gomez gonzales
gonzalez goodman goodwin gordon gorman goswami goto goulet graf graham grahn granados grande grant grau graves
gray greco green greenberg greene greer gregory grgic griffin griffith grimes grondin gronlund gross grzelak
guerra guerrero guillen gulbrandsen gundersen gunnarsson gupta gustafsson gutierrez guzman haapala haas haddad
hagen haider haile hakansson hale hall halonen halvorsen hamalainen hamilton hammond hampton hancock hanna
hansen hanson hanssen hansson hara hardin harding hardy harju harmon harper harrell harrington harris harrison
hart hartikainen hartley hartman hartmann hartwell harvey hasegawa hashemi hashimoto hassan hassel hatfield haug
haugen hawkins hayashi hayden hayes haynes hebert hedberg hedlund hedman hegde hegedus heikkila heikkinen heino
heinrich heller hellstrom helms henderson hendricks hendriks hendrix henriksen henriques henry hensley henson
herman hermann hernandes hernandez herrera herring herrmann hess hester hewitt hickman hicks higgins hill hines
hinton hirano hjelm hjort hlavac hobbs hodges hofer hoffman hoffmann hofmann hogan hoglund holden holder holland
holloway holm holmberg holmes holmgren holst holt honda hooper hoover hopkins hopper horak horn horne horton
horvat horvath horvatincic houle houston howard howe howell hrdlicka huang hubbard huber hudson huerta huff
huffman hughes huhtala hulkkonen hull humphrey hunt hunter hurley hurst hussain hussein hutchinson huynh hyde
ibarra ibe ibrahim ibrahimov ichikawa iglesias igwe iida ikeda ilic imai imhof ingram inoue irwin isaksen
isaksson ishibashi ishida ishii ishikawa ismail ito ivanov ivanova ivanovic iversen iyer jackson jacobs jacobsen
jacobson jain jakobsen jakovlev james janda jankovic jansen jansky janssen jansson jarvinen jarvis jasinski
jefferson jelinek jenkins jennings jensen jensson jeppesen jeremiassen jha jimenez johannesen johannessen
johansen johansson johns johnsen johnson johnston jokinen jones jonsson jordan jorgensen joseph joshi jovanovic
joyce juarez juhasz jukic jung jurgensen juric kadlec kaiser kallio kalnins kamara kamau kaminski kaneko kang
kapadia kaplan kapoor karjalainen karlsen karlsson karppinen kastner kato kaufman kaufmann kaur kawamura kazemi
keita keith keller kelley kelly kemp kennedy kent kerkhof kerr khalil khan khanna khatun kikuchi kim kimura king
kingsley kinnunen kirby kirchner kirk kirkland kiss kivela klausen klein klimek kline knapp knezevic knight
knowles knudsen knutsen kobayashi koch koenig kohler kohn koistinen kolar kolb komarov kondo konecny koppel
korhonen koroma korpela koskinen kostic kovac kovacevic kovacic kovacs kovalenko kovalev kowalczyk kowalski
kozak kozlov kozlowski kral kramer kratochvil kraus krause krejci krishnan kristensen kristiansen kristjansson
krog krueger kruger kubat kubo kucera kuhn kuijpers kulikov kulkarni kumar kurz kuusisto kuznetsov kvist
laaksonen lachance lacroix lafontaine lagueux lahtinen laine laitinen lambert lamont landry lane lang lange
langley lapointe larocque larsen larson larsson lassen lau laurent laursen lawrence lawson lazarev le leach
lebedev lebel leblanc leclerc lee lefebvre lehmann lehtonen leitner lemieux leon leonard leone leroux leroy
leung levesque levin levine levy lewandowski lewis li liljegren lim lin lind lindberg lindblom lindell lindgren
lindholm lindqvist lindsay lindsey lindstrom linna lipinski little liu livingston ljungberg lloyd logan loken
lombardi lombardo lopatin lopes lopez lorenz lorenzo loughran love lovric lowe lowery lozano lozic lucas lucero
lukic luna lund lundberg lundgren lundin lundqvist luo lykke lynch lynn lyons macdonald macias mack mackay
mackenzie maclean macleod madsen maeda magnussen magnusson mahmood mahoney maier majewski makela maki makinen
maldonado malec malhotra malik malone mancini mandel mann manninen manning mansfield manzano marchetti marek
mariani marin marino marinov markovic marks marquez marsh marshall martens martin martinez martinsen martinsson
marusic maruyama maslov mason massey masuda mathews mathiassen mathis mathisen mathur matic matsuda matsumoto
matthews mattila mattsson maurer mauritz maxwell may mayer maynard mazur mbeki mcbride mccall mccann mccarthy
mccarty mcclain mcclure mcconnell mccormick mccoy mccullough mcdaniel mcdonald mcdowell mcfarland mcgee mcgrath
mcgregor mcguire mcintosh mcintyre mckay mckee mckenna mckenzie mckinney mcknight mclaughlin mclean mcleod
mcmahon mcmillan mcneil mcpherson meadows medina mehta meier mejia melnik mendes mendez mendonca mendoza menon
mensah mercado mercer mercier merkle merritt messina metz meyer meyers meza michaelsen michaud middleton
mihaljevic mikhailov mikkelsen mikkola miles miller mills minh miranda mirza mishra miskovic mitchell mittal
miura miyazaki mizuno mladic moen mohamed mohammadi mohammed mohamud mohr molina moller monroe monteiro montes
montgomery montoya moody moore mora morales moran moreau moreira morel moreno moretti morgan mori morin
morishita morris morrison morrow morse mortensen morton moser mosley moss mozes mueller mugo muhammad mukherjee
mullen muller mullins munoz munro murakami murata muric murillo murphy murray musil mustafa mutua mwangi myers
myhre nagy naidu nair nakagawa nakajima nakamura nakano nanda narang nash nasser navarro ndlovu neal negri
nekrasov nelson nemec nemeth neri neumann neves newman newton nguyen nichols nicholson nielsen niemi nieminen
nieves nikolaev nilsen nilsson nishimura niskanen nkosi noble noguchi nolan nomura norberg nordahl nordin
nordstrom norman norris norton novak novikov nowak nowakowski nunes nunez nwosu nyberg nygaard nyman nystrom
oberg obi obrien ochieng ochoa ochs oconnell oconnor odonnell ogawa ogbonna oh ohara ojala ojo okada okafor
okamoto okeke okonkwo oladipo olivares oliveira oliver olofsson olsen olson olsson omar omondi oneal oneil
oneill ono onyango orlov orosz orozco ortega ortiz osborne osei osman ospina ostberg osterberg ota otieno otsuka
ottesen ouellet owens owusu ozkan ozturk paavolainen pace pacheco padilla pagano page pajic pakkala palmer
palsson panchal pandey pandit panina papadopoulos pape paquette parent park parker parks parra parrish parsons
pasanen patel patil patrick patry patterson patton paul paulsen pavlov pavlovic payne pearson peck pedersen
pedroso pelletier peltonen pena pennington peralta pereira perez peric perkins perrin perron perry persson
pesonen peters petersen peterson petersson petit petrenko petrov petrova petrovic pettersen pettersson pfeiffer
pfister pham phelps phillips pichler pierce pilarski pillai pineda pinto piotrowski pires pisani pittman pitts
plank plascencia pohl poirier poisson polak pollard ponce poole popescu popov popovic porter potter poulin
poulsen powell powers prasad pratt preston prince prochazka proctor pruitt puig puri puskas quaye quinn quintana
quintero quirion raab radic radu raghavan rahman raman ramirez ramos ramsey randall randolph rantala rao rasanen
rasmussen rastogi rautio ray raymond reddy reed rees reese reeves regnier reid reilly reinhardt reis renaud
reyes reynolds rhodes ribeiro ricard ricci rice richard richards richardson richter riggs riis riley rinne rios
ritter rivas rivera rizzo robbins roberts robertson robinson robitaille robles rocha rodgers rodrigues rodriguez
rodriquez roe rogers rojas rokkanen roman romano romanov romero rosa rosales rosario rose rosen rosenberg
rosendahl ross rossi roth rousseau roux rowe rowland roy rubio ruiz rush russell russo ruud ruzicka ryan rydberg
saari saarinen sabo sahin saito sakai sakamoto sala salas salazar salinas salmela salminen salonen salvador
samson samuelsen samuelsson sanchez sandberg sanders sanderson sandoval sandstrom sanford sanna santana santiago
santos sarkar sasaki sato saucier sauer saunders savage savard savic sawyer saxena scarpa schaefer schafer
scherer schiavone schlegel schmid schmidt schmitt schmitz schneider schofield scholz schreiber schroder
schroeder schubert schulte schultz schulz schulze schumacher schuster schwartz schwarz scott seidl seppala
sepulveda serban serra serrano sesay seth sethi sevcik sexton shah shaikh shapiro sharma sharp sharpe shaw shea
shelton shepherd sheppard sherman shibata shields shimizu sholokhov short shukla sidorov sigmundsson silva
silvestri simard simic simmons simon simonetti simonsen simonsson simpson sims sinclair singh singleton sinha
sjoberg skaar skinner skov sladek slavik sloan small smirnov smit smith smolar snow snyder soares sobczak
soderberg soderstrom sokolov solberg solis sommer sorensen sorokin sosa soto sousa souza sparks spasic speer
spencer srinivasan stafford stahl stankovic stanley stanton steele steen stefanov steffensen stein steiner
stenberg stepanov stephens stephenson stevens stevenson stewart stojanovic stokes stone stout stoyanov strand
strickland strom stromberg strong stuart suarez subramanian sugiyama sullivan summers sundberg suominen sutton
suzuki svendsen svensson svoboda swanson sweeney sykora szabo szathmari szymanski tadesse takacs takada takagi
takahashi takeda takeuchi talbot tamm tamura tan tanaka tang taniguchi tanner tate taylor tellez terrell terry
tervo tesfaye testa thakur thapa thibault thomas thompson thomsen thomson thorn thornton thorsen thorup thygesen
timmermann tiwari tkachenko todd toivonen tomic torres toth toure townsend tran traore travis tremblay tretyakov
trevino trivedi trottier trujillo tucker tuominen turcotte turner tveit tyler ucar uchida ueda ueno uhl
underwood urban urbanek uusitalo vaccaro vacek vainio valdez valencia valenta valentine valenzuela van vance
vanek varga vargas varma vasile vasilev vasiliev vasquez vaughan vaughn vazquez vega veilleux velasco velasquez
velez venter vera verma vesely vestergaard vidal vieira viitanen vikstrom villa villanueva villarreal villegas
vincent virtanen vitale vlasov vodir vogel vogt volkov voss vukovic vyas wada wade wagner wahl walczak walker
wallace waller wallin walls walsh walters walton wang wanjiku ward warner warren washington watanabe waters
watkins watson watts weaver webb weber webster wei weis weiss welch wells werner west wheeler whitaker white
whitehead whitfield whitney wieczorek wiggins wiik wilcox wiley wilkerson wilkins wilkinson williams williamson
willis wilson winkler winters wirth wojcik wolf wolfe wolff wong wood woodard woods woodward wozniak wright wu
wyatt xiao xie xu yamada yamaguchi yamamoto yamashita yamazaki yang yates yeboah yildiz yilmaz yoder yokoyama
yoon yoshida yoshimura young yu zaitsev zajac zamora zapata zavala zelenka zeman zhang zhao zheng zhou zhu
ziegler zielinski zimmer zimmerman zimmermann zukic zulu zuniga
`
    .trim()
    .split(/\s+/u),
);

/** Endings by which a capitalised word is a family name in any of many languages, folded. */
export const FAMILY_NAME_ENDING =
  /(?:sson|ssen|dottir|ovic|evic|enko|chuk|escu|poulos|shvili|adze|[oe]wski|czyk|inski|[oe]vsky|strom|qvist|quist|gaard|lund|berg|(?<!cy)stein|mann|[ltkdbgmn]sen|ov|ova|eva|ovich|oglu|zadeh|nejad|inen|onen|iyan|sworth|field|mura|moto|gawa|yama|zaki|elli|etti|ucci|eira|vich|sky|ski|ska|ez)$/u;
