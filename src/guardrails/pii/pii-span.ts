/** What a token is called by: [NAME_1], [PHONE_2]. */
export type PiiKind =
  | 'NAME'
  | 'ADDRESS'
  | 'DATE'
  | 'AGE'
  | 'PHONE'
  | 'FAX'
  | 'EMAIL'
  | 'NATIONAL_ID'
  | 'MRN'
  | 'INSURANCE'
  | 'ACCOUNT'
  | 'LICENSE'
  | 'VEHICLE'
  | 'DEVICE'
  | 'URL'
  | 'IP'
  | 'BIOMETRIC'
  | 'ID';

/** A piece of text that names a person. */
export interface PiiSpan {
  start: number;
  end: number;
  kind: PiiKind;
}
