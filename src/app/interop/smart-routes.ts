import { z } from '@hono/zod-openapi';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LAUNCHED } from '../../../texts/interop.ts';
import type { Chart } from '../../chart/chart.port.ts';
import { indexResource } from '../../chart/index-resource.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { recordChartAccess } from '../http/patient-routes.ts';
import { type App, type AppContext, addRoute, found, languageOf } from '../http/route.ts';
import { isSameServer, publicUrl, splitList } from './public-url.ts';
import { createLaunches, LAUNCH_SECONDS, type Launches, SESSION_SECONDS } from './smart-launch.ts';

const CALLBACK = '/smart/callback';
const LAUNCH_COOKIE = 'galen-launch';
const SESSION_COOKIE = 'galen-smart';
/** With the prefix `__Host-`: over https or on this machine, for this host alone. */
const COOKIE = { prefix: 'host', path: '/', secure: true, httpOnly: true } as const;
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const LaunchState = z.object({
  issuer: z.string(),
  patient_id: z.string().nullable(),
  expires_at: z.string(),
});

/** Whether a browser comes here from the EHR's page, as a whole page and not as a part of one. */
export function isLaunch(c: AppContext): boolean {
  const destination = c.req.header('sec-fetch-dest') ?? 'document';
  return c.req.method === 'GET' && destination === 'document' && ['/launch', CALLBACK].includes(c.req.path);
}

/** Reads charts with the token of the user whose EHR launched the page; null without one, or where charts are not that EHR's. */
export type ChartOfLaunch = (c: AppContext) => Promise<Chart | null>;

/** The settings' launches, and how charts are read within one. */
export function openLaunches({ config, chartWithToken }: Galen) {
  const launches = createLaunches({
    issuers: splitList(config.GALEN_SMART_ISSUERS),
    clientId: config.GALEN_SMART_CLIENT_ID,
    clientSecret: config.GALEN_SMART_API_KEY,
    scope: config.GALEN_SMART_SCOPE,
  });
  const chartOf: ChartOfLaunch = async (c) => {
    const session = await launches.session(sessionOf(c));
    const server = config.GALEN_FHIR_URL;
    if (session === null || server === undefined || !isSameServer(session.issuer, server)) return null;
    return chartWithToken(server, session.token);
  };
  return { launches, chartOf };
}

/** The page, launched by an EHR or by itself with SMART App Launch. Who asks stays who it was: this opens a chart, no door. */
export function addSmartRoutes(
  app: App,
  { config, chart, chartWithToken, audit }: Galen,
  launches: Launches,
): void {
  app.get('/launch', async (c) => {
    const redirectUri = `${publicUrl(config, c)}${CALLBACK}`;
    const { url, browserKey } = await launches.begin({ ...c.req.query(), redirectUri });
    // Lax: it comes back with the way from the EHR's sign-in, which is another site.
    setCookie(c, LAUNCH_COOKIE, browserKey, { ...COOKIE, sameSite: 'Lax', maxAge: LAUNCH_SECONDS });
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(url, 302);
  });

  app.get(CALLBACK, async (c) => {
    const sessionId = await launches.finish(c.req.query(), getCookie(c, LAUNCH_COOKIE, 'host'));
    const patientId = await patientIn(c, sessionId).catch((error: unknown) => {
      launches.end(sessionId);
      throw error;
    });
    deleteCookie(c, LAUNCH_COOKIE, COOKIE);
    setCookie(c, SESSION_COOKIE, sessionId, { ...COOKIE, sameSite: 'Strict', maxAge: SESSION_SECONDS });
    const target = `/#/clinic${patientId === null ? '' : `/${patientId}`}`;
    c.header('Content-Security-Policy', POLICY);
    c.header('Referrer-Policy', 'no-referrer');
    // A page of our own goes on from here: a redirect would still count as the other site's.
    return c.html(
      `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${target}"><title>Galen</title><a href="${target}">${LAUNCHED[languageOf(c) ?? 'en']}</a>`,
    );
  });

  addRoute(app, 'get', '/v1/launch', {
    summary: 'What the launch of the page by an EHR says; its tokens are never told',
    answer: LaunchState,
    handle: async ({ c }) => {
      const { issuer, patientId, expiresAt } = found(await launches.session(sessionOf(c)), 'launch');
      return { issuer, patient_id: patientId, expires_at: new Date(expiresAt).toISOString() };
    },
  });

  addRoute(app, 'delete', '/v1/launch', {
    summary: 'Ends what the EHR launched: its tokens are forgotten',
    answer: null,
    handle: ({ c }) => {
      launches.end(sessionOf(c));
      deleteCookie(c, SESSION_COOKIE, COOKIE);
    },
  });

  /** An id means something with its own server only: where charts are kept elsewhere, it has to be the same person there. */
  async function patientIn(c: AppContext, sessionId: string): Promise<string | null> {
    const { issuer, patientId, token } = found(await launches.session(sessionId), 'launch');
    const isOurs = config.GALEN_FHIR_URL !== undefined && isSameServer(issuer, config.GALEN_FHIR_URL);
    if (patientId === null || isOurs) return patientId;
    const readFrom = (source: Chart) => source.read(c.get('principal'), 'Patient', patientId);
    const theirs = await readFrom(await chartWithToken(issuer, token));
    const details = { what: 'launch', patient_id: patientId };
    const ours = await recordChartAccess(audit, c, details, () => readFrom(chart));
    const [there, here] = [theirs, ours].map((patient) => (patient === null ? null : indexResource(patient)));
    const words = here?.names?.split(' ').filter((word) => word !== '') ?? [];
    const isSameName = there?.names?.split(' ').some((word) => words.includes(word)) ?? false;
    if (!isSameName || there?.birth_date == null || there.birth_date !== here?.birth_date)
      throw new GalenError('LAUNCH_REFUSED', { problem: 'its patient is not in the chart here' });
    return patientId;
  }
}

function sessionOf(c: AppContext): string | undefined {
  return getCookie(c, SESSION_COOKIE, 'host');
}
