import { redactPii } from '../../../guardrails/front/pii/redact-pii.ts';

/** Where a log says who it was: `user=`, `"account": "`, `for user `, `password for … from`. */
const USER =
  /((?<![\p{L}\p{N}])(?:user(?:[ _-]?name|[ _-]?id)?|usr|account|acct|login|logname|uid|tài khoản|người dùng)["']?\s{0,3}[=:]\s{0,3}["']?|(?<![\p{L}\p{N}])(?:for|by|from|invalid|unknown|of|as) (?:user|account) ["']?|(?<![\p{L}\p{N}])(?:password|publickey|session opened|session closed) for (?!(?:invalid|unknown|user) )["']?|(?<![\p{L}\p{N}])(?:tài khoản|người dùng) ["']?)([^\s"'=,;:()[\]]{1,64})/giu;

/** Log lines without what names a person. Read as one text, so that one token stands for one address in all of them. */
export function redactLogLines(lines: readonly string[]): string[] {
  const users = new Map<string, string>();
  const masked = lines.map((line) =>
    line.replace(USER, (_, cue: string, name: string) => {
      const token = users.get(name.toLowerCase()) ?? `[USER_${users.size + 1}]`;
      users.set(name.toLowerCase(), token);
      return `${cue}${token}`;
    }),
  );
  const redacted = redactPii(masked.join('\n')).text.split('\n');
  // A name that was found across the end of a line would have made two lines one: then each is read by itself.
  return redacted.length === lines.length ? redacted : masked.map((line) => redactPii(line).text);
}
