const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** Vietnamese family names, folded, that are hardly ever another word at the head of capitalised syllables. */
export const VIETNAMESE_FAMILIES = words(`
nguyen tran pham hoang huynh phan vu vo dang bui duong ngo trinh truong dinh doan phung trieu luong nghiem doan quach vuong luu tong thai
kieu lam dao khuat khuong thach tieu ung vuu ninh nguy pho phi
`);

/** Families that are other words too, at least without their marks ("Do", "To", "Ho"): a usual middle name must follow. */
export const AMBIGUOUS_FAMILIES = words(`
do ho le ly cao mai ha an to ta la chu dam mac hua tu giang quan chau tang bach lieu ton sam thi cu dong diep han hong kim lai lo luc ma
moc nhan nong o ong van vi vien viet uong bien ban trang tao
`);

/** Usual middle names (and first syllables of double given names), folded. */
export const MIDDLE_NAMES = words(`
thi van duc minh thanh quoc huu ngoc xuan kim gia hong thu hoang khanh hai cong dinh quang ba my bich phuong hoai thao tuan anh bao nhat
manh viet tien thien the trong vinh nhu thuy tuyet yen mai lan le dieu cam kieu huynh hong trung dang khac si duy nam phuc tan tri truong
van ngu xuan chi
`);

/** Given names that stand alone after "chị" or "anh", folded. */
export const VIETNAMESE_GIVENS = words(`
an anh bac bach bang bao bich binh cam canh chau chi chien chinh cuc cuong dao dat diem diep dieu dinh doan dong dung duong duy gia giang ha
hai han hang hanh hao hien hieu hoa hoai hoan hoang hong hop hue hung huong huy huyen khai khang khanh khoa khoi kien kieu kim lam lan lanh lien
linh loan loc loi long ly mai man manh minh my nam nga ngan nghia ngoc nguyen nguyet nhan nhat nhi nhien nhu nhung oanh phat phi phong phu phuc
phung phuoc phuong quan quang que quoc quy quyen quynh sang sau sen son suong tai tam tan thach thai than thang thanh thao the thi thien thinh
tho thoa thong thu thuan thuc thuy thuong thuyet tien tin tinh toan trang tri triet trinh trong truc trung truong tu tuan tuc tue tung tuoi tuyen
tuyet uyen van vi viet vinh vu vuong vy xuan yen ba bay tu nam hai chin muoi ut
`);

/** One syllable of Vietnamese, folded: at most one group of consonants, one of vowels, one ending. */
export const VIETNAMESE_SYLLABLE =
  /^(?:ngh|ng|nh|th|tr|ph|kh|gh|gi|ch|qu|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/u;

/** Syllables that end a name written in small letters, folded. */
export const NOT_IN_A_NAME = words(`
bi co dang la va uong khong duoc can hay thi ma nen da se vua moi cung bao bao nhieu toi minh em chau con nam tuoi nu sinh o tai voi cho hoi ve
dau sot ho di kham muon xin nhap vao ra so nay do kia ay nha ben khi vi do trong ngoai
`);
