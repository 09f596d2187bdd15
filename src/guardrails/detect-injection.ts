interface Attack {
  category: string;
  pattern: RegExp;
}

/** Clear attacks only: queries are parameterised and output is escaped everywhere, so doubt passes. */
const ATTACKS: readonly Attack[] = [
  {
    category: 'prompt',
    pattern:
      /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+)?(?:(?:previous|prior|above|earlier)\s+(?:instructions?|prompts?|rules?)|(?:instructions?|prompts?)\s+(?:above|before))|\b(?:reveal|print|show|repeat)\s+(?:me\s+)?(?:your|the)\s+system\s+prompt|bỏ qua\s+(?:mọi\s+|tất cả\s+)?(?:các\s+)?(?:hướng dẫn|chỉ dẫn)\s+(?:trước|ở trên)/iu,
  },
  { category: 'xss', pattern: /<script\b|<\/script>|\bjavascript:\S|<img\b[^>]{0,200}\bonerror\s*=/iu },
  {
    category: 'sql',
    pattern:
      /;\s*(?:drop|truncate|alter)\s+(?:table|database)\b|['"]\s*;\s*delete\s+from\b|\bunion\s+(?:all\s+)?select\s+.{0,80}\bfrom\b|'\s*or\s+'?1'?\s*=\s*'?1/iu,
  },
];

/** The kind of attack a message plainly is, or null. */
export function detectInjection(message: string): string | null {
  return ATTACKS.find(({ pattern }) => pattern.test(message))?.category ?? null;
}
