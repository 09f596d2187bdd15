/** Names that are also words, months, colours or trades: no name without a cue or another name beside them. */
export const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(
  `
ada adler alba alexa ali ama amal ana angel april archer art august aurora austin autumn ava axel baker ball
banks bates bean beck bell ben bent berg berry beta bill bird bishop black blake blessing blue brand bright
brook brooks brown burns bush cannon carlo carolina carpenter carr cash chad chambers chan chance chandler chang
charity chase chen cherry chinese chung church clay cliff cobb cole combs conrad cook cooper copeland cornell
costa cox crane crohn cross cruz crystal cuba cummings daisy dale dalton dan dante das dawn day de dean decker
dell desire destiny di dick don downs drake drew duke durham earl eden ella emerson endo ester eve everett faith
falk fang farmer faye fern field fields finch fisher fleming flora florence flowers ford forest foster fox frank
fried frost fry fuller gail gale gates gay gene genesis georgia german gill ginger glass glen gold good grace
grande grant gray green grey grimes gross gus guy hale hall hamilton hand hao hardy harley harmony hashimoto
haven hayes hazel heath heather hector herring hill hina holder holland holly holt hood hooper hope horn houston
howe huff hui hull hunt hunter hyde iman iris isa ivory ivy jack jade jan jasmine jay jersey jesus jewel jing jo
jose joy jun june justice kaplan kay kent khan kian kim king kiran kirk klein knight lake lane lang lau law le
lea lee lei leo leon li lia liberty lily lim lin lincoln little lola long lord lou love luna lupe lux luz lynn
ma mack madison major mann mari marin mark marks marsh mason max may mehta mejia melody mercedes mercy merlin
mia milan miles mills min mina ming minh minor mo mona moody mora morin moses moss na nadir nan nash nick noble
noel noor north nour nova novel nurse odd oh ola ole olive ono opal ora orlando ova pace page parent paris park
parks pat patience pearl peck peer penny per phoenix pia piper pitts poisson poppy porter potter power powers
price prince pupil rafal raja rana raven ray read reed rex ria rice rich rinne rio river rivers rob robin rock
rod roma roman romano rose ross rowe ruby rui rush rusty saga sage said salt sam sami sana sandy savage savannah
shanti sharp shields short silver singleton skinner sky small snow sofia sol soma sommer sonny sparks spring
star sterling stone storm strand strong su sue summer summers sutton swan sydney tam tan tang taro tate tea ted
temple terra tess theo tia tim todd tom tor tore townsend trinity tucker tyler urban valencia van vance vera
victor victoria viola violet wade walker walls ward washington waters watts weaver webb wei wells west wheeler
white will winter winters wolf wood woods wright xin yan yang yaw ying young yu
`
    .trim()
    .split(/\s+/u),
);
