import { PUBLIC_CODES } from '../tables/identifier-cues.ts';
import { TOKEN } from './assign-tokens.ts';

const HIDDEN = '\u2588';

/** Addresses of papers, agencies and registers: they lead to knowledge, not to a person. */
const PUBLIC_HOST =
  /^(?:https?:\/\/)?(?:[a-z0-9-]{1,60}\.){0,4}(?:doi\.org|[a-z]{2,20}\.gov|gov\.(?:uk|au|vn|sg|in)|who\.int|nih\.gov|europa\.eu|cochrane(?:library)?\.(?:org|com)|nejm\.org|thelancet\.com|bmj\.com|jamanetwork\.com|nature\.com|sciencedirect\.com|springer\.com|wiley\.com|plos\.org|biomedcentral\.com|frontiersin\.org|mdpi\.com|ahajournals\.org|acpjournals\.org|diabetesjournals\.org|medrxiv\.org|wikipedia\.org|nice\.org\.uk|nhs\.uk|escardio\.org|diabetes\.org|mayoclinic\.org|kcb\.vn|moh\.gov\.vn|europepmc\.org|medlineplus\.gov|loinc\.org|snomed\.org)(?![a-z0-9.-]*[a-z0-9])/iu;
const WEB_ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'()[\]]{3,300}/giu;

const PUBLIC_FORMS: readonly RegExp[] = [
  /\b(?:NCT|ISRCTN|PMC|ENSG|ACTRN|ChiCTR|EUCTR)\s?\d{5,14}/giu,
  /\b10\.\d{4,9}\/[^\s<>"\]]{1,120}/gu,
  /\b(?:19|20)\d\d;\d{1,4}(?:\(\d{1,5}\))?:\d{1,6}(?:[-–]\d{1,6})?/gu,
  // A city, a country and two foreign places that would read as names.
  /\bHồ Chí Minh\b|\bHo Chi Minh\b|\bHCM\b|\bBa Lan\b|\bAnh Quốc\b|\bVũ Hán\b|\bHà Lan\b/gu,
];

const CODE =
  /(?<![a-z])([a-z]{2,8}(?:-\d{1,2})?)(?:\s(?:id|code|ct|number))?[\s:#.-]{1,3}((?:[a-z]{0,2}\d[\da-z.-]{0,20})(?:(?:,\s|\sand\s|;\s|\s)(?=\d)[\d.-]{4,20}){0,4})/giu;

/** The text with tokens, public codes and public addresses blotted out, character for character as long. */
export function hideCodes(text: string): string {
  let shown = text.replace(TOKEN, blot).replace(WEB_ADDRESS, (address) => {
    return PUBLIC_HOST.test(address) ? blot(address) : address;
  });
  for (const form of PUBLIC_FORMS) shown = shown.replace(form, blot);
  return shown.replace(CODE, (whole, cue: string, code: string) =>
    PUBLIC_CODES.has(cue.toLowerCase()) ? whole.slice(0, whole.length - code.length) + blot(code) : whole,
  );
}

function blot(found: string): string {
  return HIDDEN.repeat(found.length);
}
