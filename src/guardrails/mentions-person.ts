/** Words by which a question is about someone rather than something. */
const PERSON =
  /\b(?:i|i'm|i’m|my|me|mine|he|she|his|her|patients?|mr|mrs|ms|dob|mrn|year[- ]old|born)\b|\b\d{1,3}\s*(?:y\/?o|yrs?)\b|(?<!\p{L})(?:tôi|mình|em|cháu|bệnh nhân|bố|mẹ|vợ|chồng|con tôi|tuổi|ông|bà)(?!\p{L})/iu;

/** Whether a message may speak of a person. In doubt it does: what it decides is only that nothing of it is cached. */
export function mentionsPerson(message: string): boolean {
  return PERSON.test(message);
}
