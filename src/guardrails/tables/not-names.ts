/** Words that open sentences, stand in headings or name what is not a person: they end a name. Folded. */
export const NOT_NAMES: ReadonlySet<string> = new Set(
  `
labor labour remission afib recovery hospice rehab cardiac renal septic
a about above according acute add address admission admitted african after again age aged all allergic allergies
allergy also although am american an and any apply april apt are as asian ask asked assess assessment at august
ave avenue avoid be because bed been before below best between birth black blood bot both boulevard british but
by call called can card cardiology care case caucasian cdc check chest chief child children chinese christian
chronic clinic clinical compare complains complaint consider continue could court covid ct current daily date
day days dear death december dengue denies dermatology describe diabetes diagnosed diagnosis did died diet
discharge discharged disease do dob doctor does dose drive drug during each ebola ecg emergency english er
european every exam explain family father fax fda february feels female fever find first flat follow following
for french friday from general german gets give given go google got gp had has have he health heart hello hence
her here hey hi high him his hispanic history hiv home hospital how however i icu id if illness in indian
insurance is it italian its january japanese jewish july june just keep known lab lane last lets like low male
man many march may md me medicaid medical medicare medication medications medicine mediterranean member men
monday more most mother mr mri mrn mrs ms much muslim my name need needs negative neurology new next nhs night
no none normal not note november now nurse october of off on once oncology one only onset or order other our out
over paediatrics pain past patient patients pediatrics people per phd phone physical plan please positive
possible practitioner pregnancy prescribed present presents previous primary prior procedure provider psychiatry
pt questionnaire radiology rate rd reason recent record refer regarding regards report reports results review rn
road room routine said same saturday saw say says see seen send september severe she shortness should show
signed since sincerely sir so social some spanish ssn st start started stop street stroke subject such suffers
suite summary sunday surgery symptoms take takes taking tell test tests than thank thanks that the their them
then theo there these they this those three thursday to today told tomorrow treatment try tuesday two type under
unit until up updated upon urgent us use user using very via vietnamese visa visit vs wants ward was we
wednesday week weight well were what when where which while white who whom whose why will with without woman
women work would year years yes yesterday you your yours zika
`
    .trim()
    .split(/\s+/u),
);
