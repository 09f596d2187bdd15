import type { PiiKind } from '../pii/pii-span.ts';

interface CueGroup {
  kind: PiiKind;
  /** How few digits still make a number of this kind. */
  minDigits: number;
  /** Whether such numbers are written in groups: "943 476 5919". */
  spaced?: true;
  cues: string;
}

/** Words before a number that say whose it is, folded, one cue between commas. */
export const IDENTIFIER_CUES: readonly CueGroup[] = [
  {
    kind: 'MRN',
    minDigits: 4,
    cues: 'mrn,medical record,medical record number,medical records number,chart number,chart no,patient id,patient number,patient no,patient identifier,hospital number,hospital no,hospital id,encounter number,encounter id,encounter no,visit number,admission number,record number,record no,ma benh nhan,ma so benh nhan,so benh an,ma benh an,ma ho so,so ho so,ma ho so benh an,so vao vien,ma vao vien,ma y te,so luu tru,ma nguoi benh,ma bn,ma kham benh,so nhap vien',
  },
  {
    kind: 'NATIONAL_ID',
    minDigits: 6,
    spaced: true,
    cues: 'ssn,social security,social security number,social security no,social,nhs number,nhs no,national id,national insurance number,national identity number,identity card,id card,passport,passport number,passport no,aadhaar,tax id,tin,itin,cccd,cmnd,cmtnd,can cuoc,can cuoc cong dan,so can cuoc,chung minh nhan dan,chung minh thu,chung minh,ho chieu,so ho chieu,ma dinh danh,ma dinh danh ca nhan,so dinh danh,ma so thue',
  },
  {
    kind: 'INSURANCE',
    minDigits: 5,
    spaced: true,
    cues: 'member id,member number,member no,membership number,subscriber id,subscriber number,beneficiary number,beneficiary id,health plan,health plan number,health plan id,plan number,plan id,insurance number,insurance id,insurance no,insurance policy,insurance policy number,insurance card,policy number,policy no,policy id,policy,group number,medicare number,medicare id,medicare,medicaid number,medicaid id,medicaid,mbi,hicn,the bhyt,bhyt,so bhyt,ma bhyt,so the bhyt,ma the bhyt,the bao hiem y te,so the bao hiem,so the bao hiem y te,bao hiem y te,ma bhxh,so bhxh,so so bhxh,bhxh,ma so bhxh,bao hiem xa hoi,ma the bao hiem',
  },
  {
    kind: 'ACCOUNT',
    minDigits: 6,
    spaced: true,
    cues: 'account number,account no,account,acct,acct no,bank account,bank account number,bank account no,routing number,card number,card no,credit card,debit card,credit card number,card,cc,invoice number,billing account,tai khoan,so tai khoan,stk,so the,the tin dung,the ngan hang,so the tin dung',
  },
  {
    kind: 'LICENSE',
    minDigits: 4,
    spaced: true,
    cues: "driver's license,drivers license,driver license,driver's licence,driving licence,driving license,license number,license no,licence number,licence no,driver's license number,driving licence number,dea number,dea no,dea,npi,npi number,medical license,medical licence,medical license number,nursing license,certificate number,certificate no,certification number,bang lai,bang lai xe,giay phep lai xe,gplx,so bang lai,chung chi hanh nghe,so chung chi,giay phep hanh nghe,cchn",
  },
  {
    kind: 'VEHICLE',
    minDigits: 3,
    spaced: true,
    cues: 'plate,license plate,licence plate,number plate,registration plate,plate number,license plate number,vehicle registration,vehicle registration number,vin,vehicle id,vehicle identification number,bien so,bien so xe,bien kiem soat,xe may bien,xe bien,o to bien,bks,so khung,so may',
  },
  {
    kind: 'DEVICE',
    minDigits: 4,
    cues: 'serial number,serial no,serial,s/n,sn,device id,device number,device identifier,device serial,udi,imei,mac address,implant id,implant number,so se-ri,se-ri,so seri,so serial,ma thiet bi,so may',
  },
  {
    kind: 'BIOMETRIC',
    minDigits: 3,
    cues: 'fingerprint id,fingerprint,finger print id,voiceprint id,voiceprint,voice print id,retina scan id,iris scan id,face id,faceprint id,palm print id,biometric id,van tay,ma van tay',
  },
  {
    kind: 'ID',
    minDigits: 4,
    cues: 'case number,case no,case id,employee id,employee number,employee no,staff id,staff number,badge number,student number,student id,student no,customer id,customer number,client id,client number,user id,reference number,ticket number,claim number,claim no,claim id,prescription number,rx number,order number,confirmation number,id number,ma nhan vien,ma so nhan vien,ma sinh vien,ma so sinh vien,mssv,ma khach hang,ma don hang,ma ho khau,so ho khau,so hop dong',
  },
  {
    kind: 'FAX',
    minDigits: 7,
    spaced: true,
    cues: 'fax,fax number,fax no,fax the report to,fax to,fax it to,so fax,fax results to',
  },
  {
    kind: 'PHONE',
    minDigits: 6,
    spaced: true,
    cues: 'phone,phone number,phone no,telephone,telephone number,tel,mobile,mobile number,cell,cell phone,cell number,cellphone,call,call me at,call me on,call him on,call her on,ring,text,whatsapp,zalo,viber,contact number,reach me at,reach me on,my number,number is,hotline,sdt,so dien thoai,dien thoai,dt,dtdd,di dong,so di dong,goi,lien he,goi so,so may ban',
  },
];

/** Codes of medicine and publishing: the number after one names no person. Folded. */
export const PUBLIC_CODES: ReadonlySet<string> = new Set(
  'pmid pmcid pmc doi nct isrctn icd icd-10 icd-9 icd-11 loinc rxnorm rxcui snomed sct cpt atc ndc cas cid issn isbn eudract umls mesh meddra arxiv uniprot ensembl omim hgnc ncbi pubchem drugbank chembl cui din ean gtin lot section version hcpcs drg dsm chapter protocol phan muc chuong'.split(
    ' ',
  ),
);
