const lines = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .trim()
      .split(/[\n,]/u)
      .map((name) => name.trim()),
  );

/** Countries, states and provinces, folded: too large to name a person by. */
export const LARGE_PLACES = lines(`
afghanistan,albania,algeria,andorra,angola,argentina,armenia,australia,austria,azerbaijan,bahamas,bahrain,bangladesh,barbados,belarus
belgium,belize,benin,bhutan,bolivia,bosnia,botswana,brazil,brunei,bulgaria,burkina faso,burundi,cambodia,cameroon,canada,chad,chile,china
colombia,congo,costa rica,croatia,cuba,cyprus,czechia,czech republic,denmark,djibouti,dominica,ecuador,egypt,england,eritrea,estonia
eswatini,ethiopia,europe,asia,africa,fiji,finland,france,gabon,gambia,georgia,germany,ghana,greece,greenland,grenada,guatemala,guinea,guyana
haiti,honduras,hong kong,hungary,iceland,india,indonesia,iran,iraq,ireland,israel,italy,jamaica,japan,jordan,kazakhstan,kenya,kiribati,kuwait
kyrgyzstan,laos,latvia,lebanon,lesotho,liberia,libya,liechtenstein,lithuania,luxembourg,macedonia,madagascar,malawi,malaysia,maldives,mali
malta,mauritania,mauritius,mexico,micronesia,moldova,monaco,mongolia,montenegro,morocco,mozambique,myanmar,namibia,nauru,nepal,netherlands
new zealand,nicaragua,niger,nigeria,north korea,norway,oman,pakistan,palau,palestine,panama,papua new guinea,paraguay,peru,philippines,poland
portugal,qatar,romania,russia,rwanda,samoa,saudi arabia,scotland,senegal,serbia,seychelles,sierra leone,singapore,slovakia,slovenia,somalia
south africa,south korea,korea,spain,sri lanka,sudan,suriname,sweden,switzerland,syria,taiwan,tajikistan,tanzania,thailand,timor,togo,tonga
trinidad and tobago,trinidad,tunisia,turkey,turkmenistan,uganda,ukraine,united arab emirates,united kingdom,united states,uk,usa,us,america
uruguay,uzbekistan,vanuatu,venezuela,vietnam,viet nam,wales,yemen,zambia,zimbabwe,kingdom,republic,south,north,east,west,central,the
alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,hawaii,idaho,illinois,indiana,iowa,kansas,kentucky
louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,new hampshire,new jersey,new mexico
new york state,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah
vermont,virginia,washington state,west virginia,wisconsin,wyoming,ontario,quebec,alberta,british columbia,manitoba,saskatchewan
an giang,ba ria,bac giang,bac kan,bac lieu,bac ninh,ben tre,binh dinh,binh duong,binh phuoc,binh thuan,ca mau,can tho,cao bang,da nang,dak lak
dak nong,dien bien,dong nai,dong thap,gia lai,ha giang,ha nam,ha noi,hanoi,ha tinh,hai duong,hai phong,hau giang,hoa binh,hung yen,khanh hoa
kien giang,kon tum,lai chau,lam dong,lang son,lao cai,long an,nam dinh,nghe an,ninh binh,ninh thuan,phu tho,phu yen,quang binh,quang nam
quang ngai,quang ninh,quang tri,soc trang,son la,tay ninh,thai binh,thai nguyen,thanh hoa,thua thien,tien giang,tra vinh,tuyen quang,vinh long
vinh phuc,yen bai,ho chi minh,sai gon,saigon
`);

/** Words that end the name of a street in English and some other languages, folded. */
export const STREET_WORDS = lines(`
street,st,avenue,ave,road,rd,lane,ln,drive,dr,court,ct,boulevard,blvd,way,place,pl,square,sq,terrace,close,crescent,highway,hwy,parkway,pkwy
circle,cir,trail,walk,mews,alley,plaza,strasse,platz,gasse,weg,allee,vej,gade,vei
`);

/** How the name of a street often ends where it is one word, folded: Kirkegata, Hauptstrasse. */
export const STREET_ENDING =
  /(?:strasse|straße|gasse|weg|platz|allee|vej|vejen|gade|gata|gaten|vegen|veien|vei|vagen|gatan|straat|laan|katu|utca|haugen|bakken|berget|stien|plein|gracht|dijk|damm|plaats|steenweg)$/u;
