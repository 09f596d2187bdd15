/** Luhn's sum, which every payment card ends in. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/gu, '');
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.charAt(digits.length - 1 - i));
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 13616: the number read with its head at its end leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  const compact = text.replace(/ /gu, '');
  if (compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const LAST_PROVINCE = 96;

/** CCCD: province of birth (001–096), then century and sex (0–3 for those born in 1900–2099). */
export function isCitizenId(text: string): boolean {
  const province = Number(text.slice(0, 3));
  return province >= 1 && province <= LAST_PROVINCE && Number(text.charAt(3)) <= 3;
}
