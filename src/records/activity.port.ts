import type { Principal } from '../domain/access.ts';
import type { Activity } from '../domain/activity.ts';

/** Reads what went on from what is on record. */
export interface ActivityLog {
  /** The newest turns since then, at most `limit`: the tenant's for those who may audit it, for others their own. */
  read(principal: Principal, options: { since: string; limit: number }): Promise<Activity>;
}
