import type { Config } from '../config.ts';
import type { AppContext } from '../http/route.ts';

/** Where others reach this Galen. Without a setting it is as it was asked, which is by a name of this machine. */
export function publicUrl({ GALEN_PUBLIC_URL }: Pick<Config, 'GALEN_PUBLIC_URL'>, c: AppContext): string {
  return withoutSlash(GALEN_PUBLIC_URL ?? new URL(c.req.url).origin);
}

export function isSameServer(one: string, other: string): boolean {
  return withoutSlash(new URL(one).href) === withoutSlash(new URL(other).href);
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/u, '');
}

/** The values of a setting that names several. */
export function splitList(setting: string | undefined): string[] {
  return (setting ?? '').split(',').flatMap((part) => part.trim() || []);
}
