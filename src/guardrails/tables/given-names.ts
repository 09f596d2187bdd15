/** Common given names of many countries, folded: our own list, in no order of weight. Vietnamese ones are elsewhere. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `
aaron abby abdul abdullah abebe abel abena abigail abraham achieng ada adaeze adam addison adekunle adela adele
adelina adeola adolfo adrian adriana agatha agnes ahmad ahmed aida aidan aimee aisha ajay akemi akiko akira
akosua aksel alan alana alba albert alberto aldo alec alejandra alejandro aleksander aleksandr aleksandra
aleksei alena alenka ales alessandra alessandro alessio alex alexa alexander alexandra alexandre alexandru
alexei alexia alexis alfie alfonso alfred alfredo ali alice alicia alida alina alisha alison aliyah allan
allegra allen allison alma aloysius alva alvaro alvin alya alyssa ama amadeo amadou amaia amal amalia amanda
amara amelia amelie amina aminata amir amira amit amparo amy ana anabel anahit anais anastasia anatoly ander
anders andre andrea andreas andreea andrei andrej andres andrew andrey andrija andrzej andy aneta angel angela
angelica angelina angelique angelo angus anibal anil anita anja anjali ann anna annabelle anne anneli annelise
annemarie annette annie annika anouk ansel anthony antoine antoinette anton antonia antonin antonina antonio
antti anya anzhela april aram ariana ariel arina aris aristide arjun arlene arman armando armin arnaud arne
arnold aron arsen artem arthur artur arturo arun arvid arvo asami asha ashlee ashleigh ashley ashok asif aslaug
asma asta astrid athena atle attila aubrey aude audrey august augusto aurelia aurelie aurelio aurora austin ava
avery axel ayako ayesha aylin ayodele ayse ayumi azra babak babatunde baptiste baraka barbara barbro barry bart
bartosz bashir basil bastian beata beate beatrice beatriz becky bela belinda ben benedetta benedicte benedikt
benita benjamin benoit bent berhane berit bernadette bernard bernardo berndt bernice bert bertha bertil beth
bethany bettina betty beverly bianca bilal biniam birger birgit birgitta birthe bjarne bjorn blaise blanca
blanche blanka blaz blessing bo boaz bob bobby bogdan bojan bolanle boris borja bozena bozidar brad bradley
brandi brandon brandy branislav branko brayden brenda brendan brent brett brian brianna brianne bridget brigita
brigitte brita britney brittani brittany brittney bronislaw brooke bruce bruna bruno bryan bryce brynja byron
caitlin caitlyn caleb callum calvin cameron camila camilla camille camilo candace candice cara caren carina carl
carla carli carlo carlos carlotta carly carmela carmen carol carole carolin carolina caroline carolyn carrie
carsten casey cassandra cassie catalin catalina catarina caterina catherine cathy cecile cecilia cecilie cedric
celeste celestine celia celina celine celso cesar chad chandra chantal chantelle charlene charles charlie
charlotte charmaine chelsea chen cheri cheryl chiaki chiamaka chiara chidi chidinma chihiro chika chima chinedu
chinonso chinwe chloe chris christa christi christian christiane christina christine christopher christos
chukwuemeka ciara cilla cindy claes claire clara clarence clarissa clarisse claude claudia claudine claudio
clayton clemence clemens clement clifford clinton clive clotilde clyde cody colette colin colleen concetta
conchita connie connor conor constance constantin consuelo cora corey corina corinne cornelia cornelius cory
cosima cosmo courtney craig cristian cristiano cristina cristobal cristy crystal curtis cynthia cyril dagmar
dagny daichi daisuke dale dalia damian damien damilola damir damon dan dana danica daniel daniela danielle
danijel danilo danny dante danuta daphne darcy daria darius dariusz darko darlene darrell darren darryl darya
daryl dave david davide davor dawid dawit dawn dean deanna debbie debora deborah debra deena deepa deepak
deirdre delfina delia delphine dena denes denis denisa denise dennis derek derrick desire desiree desmond detlef
devin diana diane dianna diego dieter dietmar dijana dilan dilip dimitar dimitri dimitris dina dinko dino dionne
dirk divya dixie djordje dmitri dmitry dolores domenico dominic dominik dominika dominique don donald donna
donnie donovan dora doreen dorian doris dorota doroteja dorothea dorothy dorte doug douglas draga dragan dragana
drago drew duane dubravka duncan dusan dusica dustin dwayne dwight dylan earl earnestine ebba ebele eberhard
edda eddie eden edgar edita edith edmund edna edo eduard eduarda eduardo edvard edward edwin edwina effie efrain
egbert egil egon eileen einar eira eirik eivind ekaterina elaina elaine elana eldon eleanor elena eleni eleonora
elfriede eli elia eliana elias elif elijah elin elisa elisabeth elisabetta elise elisha eliza elizabeth elke
ella ellen ellie ellinor elliot elliott elma elmar elmer elmira elnora elodie eloise elsa elsie elton elva
elvira emanuel emeka emerson emil emile emilia emilie emilija emilio emily emina emine emma emmanuel emmanuelle
emre enid eniko enitan enrico enrique enver enzo ercole eren eric erica erich erick erik erika erin erja erkki
erling erminio ernest ernestina ernestine ernesto ernst errol erwin esben eskil esmeralda esperanza esra essie
esteban estela estelle ester esther eszter ethan ethel etienne etsuko etta eugene eugenia eugenio eula eulalia
eunice eunji eusebio eva evan evangeline evangelos eve evelin evelina evelyn everton evgenia evgeny ewa ewald
ewan eyob ezra fabian fabiana fabien fabio fabiola fabrice fabrizio fadi faisal fang fanni fannie fanny farah
farhan farid fatemeh fatima fatma fausto faye federica federico fedor felicia felicitas felicity feliks felipe
felix femi ferdinand ferenc fermin fern fernanda fernando ferran fiammetta filip filipa filippa filippo filmon
filomena finn fiona flavia flavien flavio floortje flora florence florian floris floyd folake folke frances
francesca francesco francine francis francisca francisco franck franco francois francoise frans frantisek franz
franziska fred freda freddie freddy frederic frederick frederik fredrik freja freya frida frieda friedrich fritz
fumiko funmi gabor gabriel gabriela gabriele gabriella gabrielle gabrijela gael gaetano gaia gail galia galina
gareth garrett garry garth gary gaston gavin gayle gbenga geert geeta geir gemma gena genevieve genoveva geoff
geoffrey georg george georges georgia georgina gerald geraldine gerard gerardo gerd gerda gerhard german gero
gerrit gerry gertrud gertrude giacomo giancarlo gianfranco gianluca gianna gianni gideon gilbert gilberto gilda
gilles gina ginevra ginger gino giorgio giovanna giovanni gisela gisele giselle gitte giulia giulio giuseppe
gizella gladis gladys glen glenda glenn gloria goce goran gorazd gordie gordon gracie graciela graham grazia
greg gregor gregory greta gretchen grete grigori grzegorz guadalupe gudrun guido guilherme guillaume guillermo
gunhild gunilla gunnar gunter gunvor gus gustav gustavo guy gwen gwendolyn gyorgy gyula habib hadrien hakan
hakim hakon haley halima halina halldor hallie halvard hamid hamish hamza hana hanan hanna hannah hanne hanneke
hannes hannu hans hao harald harish harlan harley harold haroon harri harriet harris harry haruka haruki haruto
harvey hasan hassan hatice hattie havard hayley heath hector hedda hedvig hedy heidi heike heikki heiko heinrich
heinz helen helena helene helga helge helmi helmut hendrik henk henning henri henrietta henrik henrique henry
herbert heriberto herman hermann hermina hermine hernan herve hideki hideo hilario hilary hilda hilde hildegard
hilma hina hiromi hiroshi hiroto hitoshi hjalmar holger holly horace horst howard hrvoje hubert hugh hugo hugues
hui hulda humberto hussein hyun ian ibrahim ibrahima ida idris ieva ifeoma ignacio ignatius igor ikenna ikram
ila ilaria ildiko ilja ilkka ilmari ilona ilse ilya iman imani imelda imke imran imre inaki indira ines inez
inga inge ingeborg ingemar inger ingmar ingrid inigo inna ioan ioana ioannis iolanda ipek iqbal irena irene
irfan irina iris irja irma irving isa isaac isabel isabela isabella isabelle isaiah isaias isak isamu ishaan
isidora isidro ismael ismail ismet istvan iva ivan ivana ivanka ivar iveta ivette ivica ivo ivona iwona izabela
jaakko jaana jaap jacek jacinta jacinto jackie jackson jaclyn jacob jacopo jacqueline jacquelyn jacques jade
jadranka jadwiga jaime jakob jakov jakub jamal james jamie jamila jan jana jane janelle janet jani janice janie
janina janine janko janne jannette jannie jannik janusz jared jarek jari jarkko jarle jarmila jaroslav jaroslaw
jasmin jasmina jasna jason jasper jaume javier jay jayden jaylee jayne jean jeanette jeanine jeanne jeannette
jeff jeffery jeffrey jelena jen jenifer jenna jenni jennie jennifer jenny jens jerald jeremiah jeremy jeri
jermaine jerome jerry jerzy jesper jesse jessica jessie jesus jette jewell jiho jihye jill jillian jim jimena
jimmie jimmy jing jiri jo joachim joakim joan joana joanie joanna joanne joao joaquim joaquin joaquina jocelyn
jochen jodi jodie jody joe joel joelle joep johan johann johanna johannes john johnathan johnnie johnny jolanta
jolene jolie jon jonah jonas jonathan joni jonna joost jordan jordana jordi jorge jorgen joris jorma jorunn
josef josefa josefina josefine josep joseph josephine josephus josh joshua josiah josip josue jouko jovan joyce
jozef jozica jozsef juan juana juanita jude judith judy juha juhani jukka jules julia julian juliana juliane
julianne julie julien juliet julieta juliette julio julita julius juma jun junko jurgen jurij jussi justin
justine justyna jutta kacper kaisa kaitlin kaitlyn kaito kaj kalle kamal kamau kamil kamila kamran kaori kara
kareem kareena karen kari karim karin karina karl karla karlheinz karlo karol karoliina karolina karoline
karsten karyn kasey kasia kaspar kasper katalin katariina katarina katarzyna kate katelyn katerina katharina
katherine kathi kathie kathleen kathryn kathy katia katie katinka katja katrin katrina katrine kavita kay kayla
kayode kazimierz kazuki kazuko kazuo keijo keiko keith kelli kellie kelly kelsey kelvin kemi ken kendall kendra
kenji kenneth kenny kent kenta kerri kerry kerstin kerttu ketil kevin khadija khaled khalid kian kieran kim
kimberley kimberly kinga kiran kirill kirk kirsi kirsten kirsty kjell kjersti klara klaudia klaus klavdija knud
knut koen kofi konrad konstantin konstantina konstantinos koos kornelia kosara kouji kresimir krista kristen
kristi kristian kristie kristijan kristin kristina kristine kristof kristofer kristoffer kristopher kristy
krystal krystyna krzysztof ksenia kumiko kurt kwabena kwame kyle kylie kyra lacey lachlan lada ladislav laila
laith lajos lakshmi lale lana lara larissa larry lars lasse laszlo latasha latifa latoya laura laureano laureen
laurel lauren laurence laurens laurent lauri laurie laurits lauritz lavinia lawanda lawrence layla lazar lea
leah leandra leandro leann leanne lee leena lei leif leila leland lelia lena lenka lennart lenora leo leola leon
leona leonard leonardo leonid leonie leonora leopold leopoldo lerato leroy lesley leslie leszek leta letha
leticia levi lewis leyla li lia liam lidia lidija lieke liesbeth lila lilia liliana liliane lillian lily lina
linda lindsay lindsey lindy linnea lino linus lionel lisa lisbeth liselotte liv livia liz liza lizzie ljiljana
ljubica lloyd logan lois lola lon lonnie lora lorena lorene lorenza lorenzo loretta lori lorie lorna lorraine
lothar lou louella louis louisa louise lourdes lovisa lovro luana lubomir luca lucas lucia luciana luciano lucie
lucien lucija lucile lucille lucinda lucio lucy ludivine ludmila ludovic ludwig luigi luis luisa luiz luka lukas
lukasz luke lula luna lupe lupita luther luz lydia lyle lynda lynn lynne lyudmila maarten maartje mabel mable
maciej mackenzie maddalena madeleine madeline madison mads maelys magali magda magdalena maggie magne magnus
maha mahesh mahmoud mahmud maike maite maja makoto maksim malcolm malene malgorzata malik malin malou mamadou
manami manca mandy manfred manish manoj manolo manon manu manuel manuela mara marc marcel marcela marcella
marcello marcellus marcelo marci marcia marcin marco marcos marcus marcy mareike marek maren margaret margareta
margarethe margarita margaux margery margherita margie margit margot margrethe margriet marguerite mari maria
mariam marian mariana mariann marianne maribel maribeth maribor marie mariela mariella marietta marija marijan
marijke marika mariko marilyn marina marinus mario marion maris marisa marisela marisol marissa marit marita
maritza marius mariusz marja marjan marjolein marjorie marketa marko markus marla marleen marlene marlin marloes
marlon marnie marta marte martha martin martina martine marva marvin marwa mary maryam maryse marzia masaki
masako masao masato mascha masha massimiliano massimo matej mateja mateo mateusz matevz mathias mathieu mathilde
matias matilda matilde matjaz matt matteo matthew matthias matti mattie maude maudie maura maureen maurice
mauricio maurits maurizio mauro mavis max maxim maxime maximilian maximo maxine maya mayra meagan meera megan
megumi mehdi mehmet mehret mei meike meinhard melanie melba melina melinda melissa melita melody melva melvin
mercedes meredith merete merja merle merlin merve mia micaela michael michaela michail michal michalina micheal
michel michelangelo michele michelle michiko mickey midori mieke miguel miha mihaela mihai mihaly miikka mika
mikael mike mikhail mikkel mikko miklos mila milagros milan milena miles milica milka milorad milos miloslav
milton mimi mina mindy ming minho minna minnie minoru minttu miodrag miquel mira miranda mireille mirela miriam
mirjam mirjana mirko miroslav misaki misty mitchell mitsuko mitzi miyuki mladen moa moana modesto mohamed
mohammad mohammed moira moises mollie molly mona monica monika monique montserrat morgan moritz morten moses
moussa muhammad mukesh murat muriel mustafa mwangi myra myriam myrna myron myrtle nabil nace nada nadezhda nadia
nadim nadine nadja naima najib naledi nanami nancy nanna nannie naoki naoko naomi nastja natalia natalie
natalija natascha natasha nathalie nathan nathaniel natnael naveen ned nedeljko neema neeraj neha neil nelda
neli nell nellie nelson nenad nestor nettie neva neven nevena ngozi niccolo nicholas nick nicky nico nicola
nicolas nicole niels nigel nikhil nikita nikki niklas niklaus niko nikodem nikola nikolai nikolaos nikos nilda
nils nina nino ninoslav nisha nita nives njeri nkechi nnamdi nneka noah nobuko noel noelia noelle noemi nola
nolan nomsa noor nora norah norbert norberto noreen norma norman nour nuno nuria obinna octavia octavio odd
oddvar odessa odette odile ofelia ognjen oili oksana ola olaf olav olavi ole oleg oleksandr olena olga olive
oliver olivia olivier olli ollie olof olumide oluwaseun oluwaseyi oluwatobi omar omari omer onyeka oona opal
ophelia ora oriana orla orlando ortrud osama osamu oscar oskar osman ossi osvaldo otakar otieno otilia otis
otmar ottar ottavia ottilie otto ousmane ovidiu owen pablo palle paloma pamela pankaj pansy paola paolina paolo
pascal pasquale patrice patricia patricio patrick patrik patrizia patsy patti patty paul paula paulette paulina
pauline paulino paulo pavel pavla pavle pavlina pearlie pedro peer peggy pekka penelope penny per percy pernille
perpetua perry petar pete peter petr petra petri petros petrus petter phil philip philipp philippe phillip
phoebe phyllis pia piero pierre pieter pietro pilar pinja piotr pirjo pirkko piroska placido polly pooja poul
pradeep prakash pranav predrag preston primoz priscilla priya priyanka prudence przemyslaw quentin quirino
rachel radek radmila radomir radoslav radovan rae rafael rafal raffaele rahel rahul raija raimo raimond raimund
raine rainer raisa raj raja rajesh rajiv rakel rakesh ralf ralph raluca ramesh ramiro ramiza ramon ramona rana
randal randall randi randy rania ranjit raphael raquel rasa rashid rasmus ratko raul raven ravi raymond reba
rebecca rebekah regina reginald reidar reijo reiko reinhard reinhold reino remigio remy renata renate renato
rene renee renzo reto reuben rex reyna reynaldo reza rhoda rhonda ria ricarda ricardo riccarda riccardo richard
rick ricky riitta rikard rikke rina rino risto rita ritu robbie robert roberta roberto robinette robrecht robyn
rocco rochelle rocio rod roderick rodger rodica rodney rodolfo rodrigo rogelio roger rohan rohit roksana roland
rolf roma romain roman romana romane romeo romy ron ronald ronan ronda ronja ronnie roos rory rosa rosalba
rosalia rosalie rosalind rosalinda rosalyn rosamund rosanna rosario rosella rosemarie rosemary rosetta rosie
rosita roslyn ross roswitha roxana roxanne roxie roy rozalija ruben ruby rudi rudolf rudy rufus ruggero rui rune
rupert ruslan russell rutger ruth rutha ruthie ryan ryo ryota ryszard saara sabina sabine sabrina sacha sachiko
sachin sade sadie said saida sakura salim sallie sally salma salome salvador salvatore sam samantha sami samir
samira samson samuel samuli sana sandeep sander sandra sandrine sandro sandy sanja sanjay sanjeev sanna sanne
santiago santino santos sara sarah sari sarita sasha saskia satoshi satu saul sauli savannah saverio savina
sayaka scott sean sebastian sebastien seema sefa segun seija selam selena selim selma senka seojun serafina
serena serge sergei sergey sergio seth severin severina shana shane shanna shannon shanti shari sharlene sharon
sharron shaun shauna shawn shawna shayla sheena sheila shelby sheldon shelia shelley sheri sherri sherry sheryl
shigeru shinji shirley shiro shivani shizuka shota shreya shyam sibylle sidney siegfried sigfrid sigmund signe
sigrid sigrun sigurd silas silje silke silvana silvester silvia silvija silvio simao simeon simon simona simone
sinead sini siobhan sipho sirpa sisko sissel slavica slavko slawomir slobodan sneha snezana snorri socorro sofia
sofie sofija soile solange solveig sondra sondre sonia sonja sonny sonya sophia sophie soren soyeon spela
spencer srdjan stacey staci stacy stane stanislav stanislaw stanley stasa stefan stefania stefanie stefanija
stefano steffen stein steinar stelian stella stephan stephanie stephany stephen sterling steve steven stevie
stian stig stijepo stine stipe stjepan stuart sture sune sungmin sunil sunita suresh susan susana susanna
susanne susie sussie suvi suzan suzanne suzette svein sveinn sven svend sverre svetlana sydney sylvain sylvester
sylvia sylvie sylwia szilvia szymon taavi tabatha tabitha tadashi tadeja tadeusz tahir taina taisto takahito
takashi takeshi takumi tamara tamas tamera tami tamika tammie tammy tania tanisha tanja tanya tara tarik tariq
tarja taro tasha tatiana tatjana tatsuya taylor ted teddy teemu tekle temitope tena teodor teodora terence
teresa teri terje tero terra terrance terrence terri terry tesfaye tess tessa tessie tetsuya thabo thad thaddeus
thea thelma theodor theodora theodore theodoros theresa therese thiago thierry thijs thilo thomas thor thora
thorbjorn thorsten thure tia tiago tiffany tihana tihomir tiina tijana tilde tim timea timo timothy tina
titilayo tiziana tobi tobias toby todd tom tomas tomasz tomaz tomislav tommaso tommy tomoko toni tonia tonino
tonje tonya tor tore toril torsten toru torunn toshiko tove tracey traci tracie tracy travis trent treva trevor
tricia trina trine trisha tristan troels troy trude trudy tsubasa tunde tuomas turid tuukka tuula tuulikki tuva
twila tyler tyra tyrone uche uchenna ugo ugochukwu ulf ulises ulla ulrich ulrika ulrike umar umberto urban uros
urska ursula urszula uwe vaclav valarie valborg valdemar valentin valentina valeria valerie valeriy valter
vanessa vanja vasco vasile vasily vedran veikko veit veli velimir velma venla vera verena vernon veronica
veronika veronique vesna vibeke vicki vicky victor victoria victorino vidal vidar vigdis viggo viivi vijay
vikram viktor viktoria vilhelm viljo ville vilma vilmos vince vincent vincenza vincenzo vinod viola violeta
violetta virgil virginia visnja vito vitor vittore vittoria vittorio viveka vivian viviana vivienne vladimir
vlado vlasta vlatko voitto vojtech volker vonda wade waldemar waleed wallace wally walter walther waltraud
wambui wanda wanjiru warner warren wayne wei wenche wendell wendy wenzel werner wesley whitney wiebke wieslaw
wilbert wilbur wilda wilfred wilfried wilhelm wilhelmina wilhelmine willa willard willem william willie willy
wilma wim winfried winifred winnie winston wladyslaw wojciech wolfgang wouter xander xavier xiaoming ximena xin
yael yahya yan yannick yara yaroslav yasir yasmin yasmine yasuko yasuo yaw yelena yesenia yevgeny ying yngve
yoko yolanda yolande yonas yosef yoshi yoshiko younes youngho youssef yrsa ysabel yu yui yuki yuko yumi yuri
yusuf yutaka yvan yves yvette yvonne zachary zahra zaid zaida zainab zakaria zanele zara zawadi zbigniew zdenek
zdenka zdravko zeljka zeljko zelma zenon zeynep ziad zita zlata zlatan zlatko zoe zofia zoltan zoltana zora
zoran zorica zsofia zsolt zsuzsanna zuzana zvonimir zygmunt
`
    .trim()
    .split(/\s+/u),
);
