import { createLogApi } from '../../tools/adapters/log-api.ts';
import { createLogFolder } from '../../tools/adapters/log-folder.ts';
import type { LogSource } from '../../tools/log-source.port.ts';
import type { Config } from '../config.ts';

/** Where the desk searches logs: a service, a folder, or nowhere. */
export function openLogs({
  GALEN_DESK_LOG_URL: url,
  GALEN_DESK_LOG_DIR: folder,
  ...config
}: Config): LogSource | null {
  if (url !== undefined) return createLogApi({ url });
  if (folder === undefined) return null;
  const { GALEN_DESK_LOG_TENANT: tenantId, GALEN_TIME_ZONE: timeZone } = config;
  return createLogFolder({ folder, tenantId, timeZone });
}
