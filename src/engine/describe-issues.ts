import type { z } from 'zod';

const MOST_SHOWN = 3;

/** Where a value is wrong and how, without the value: error messages end up in logs. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], root: string): string {
  return issues
    .slice(0, MOST_SHOWN)
    .map((issue) => {
      const place = [root, ...issue.path.map(String)].join('.');
      return issue.code === 'invalid_type'
        ? `${place}: expected ${issue.expected}`
        : `${place}: ${issue.code}`;
    })
    .join('; ');
}
