import { z } from '@hono/zod-openapi';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LAUNCHED } from '../../../texts/interop.ts';
import type { Chart } from '../../chart/chart.port.ts';
import { foldedWords } from '../../chart/index-resource.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { recordChartAccess } from '../http/patient-routes.ts';
import { type App, type AppContext, addRoute, found, languageOf } from '../http/route.ts';
import { isSameServer, publicUrl, splitList } from './public-url.ts';
import { createLaunches, LAUNCH_MINUTES, type Launches, SESSION_HOURS } from './smart-launch.ts';

const CALLBACK = '/smart/callback';
/** With the prefix `__Host-`: over https or on this machine, for this host alone. */
const COOKIES = { launch: 'galen-launch', session: 'galen-smart' } as const;
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

/** The page, launched by an EHR or by itself with SMART App Launch. Who asks stays who it was: this opens a chart, no door. */
export function addSmartRoutes(app: App, galen: Galen, launches: Launches): void {
  const { config, chart, audit } = galen;

  app.get('/launch', async (c) => {
    const { iss, launch } = c.req.query();
    const redirectUri = `${publicUrl(config, c)}${CALLBACK}`;
    const { url, browserKey } = await launches.begin({ iss, launch, redirectUri });
    // Lax: it comes back with the way from the EHR's sign-in, which is another site.
    setCookie(c, COOKIES.launch, browserKey, { ...COOKIE, sameSite: 'Lax', maxAge: LAUNCH_MINUTES * 60 });
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(url, 302);
  });

  app.get(CALLBACK, async (c) => {
    const { state, code, iss } = c.req.query();
    const browserKey = getCookie(c, COOKIES.launch, 'host');
    deleteCookie(c, COOKIES.launch, COOKIE);
    const { sessionId, issuer, patientId } = await launches.finish({ state, code, iss, browserKey });
    try {
      if (patientId !== null) await confirmPatient(c, issuer, patientId, await launches.token(sessionId));
    } catch (error) {
      launches.end(sessionId);
      throw error;
    }
    setCookie(c, COOKIES.session, sessionId, {
      ...COOKIE,
      sameSite: 'Strict',
      maxAge: SESSION_HOURS * 3_600,
    });
    const target = `/#/clinic${patientId === null ? '' : `/${patientId}`}`;
    const words = LAUNCHED[languageOf(c) ?? 'en'];
    c.header('Content-Security-Policy', POLICY);
    c.header('Referrer-Policy', 'no-referrer');
    // A page of our own goes on from here: a redirect would still count as the other site's.
    return c.html(
      `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${target}"><title>Galen</title><a href="${target}">${words}</a>`,
    );
  });

  addRoute(app, 'get', '/v1/launch', {
    summary: 'What the launch of the page by an EHR says; its tokens are never told',
    answer: LaunchState,
    handle: async ({ c }) => {
      const sessionId = sessionOf(c);
      // Refreshed here where it can be, so that what is told holds.
      await launches.token(sessionId);
      const { issuer, patientId, expiresAt } = found(launches.context(sessionId), 'launch');
      return { issuer, patient_id: patientId, expires_at: new Date(expiresAt).toISOString() };
    },
  });

  addRoute(app, 'delete', '/v1/launch', {
    summary: 'Ends what the EHR launched: its tokens are forgotten',
    answer: null,
    handle: ({ c }) => {
      launches.end(sessionOf(c));
      deleteCookie(c, COOKIES.session, COOKIE);
    },
  });

  /** An id means something with its own server only: where charts are kept elsewhere, it has to be the same person there. */
  async function confirmPatient(
    c: AppContext,
    issuer: string,
    patientId: string,
    token: string | null,
  ): Promise<void> {
    if (config.GALEN_FHIR_URL !== undefined && isSameServer(issuer, config.GALEN_FHIR_URL)) return;
    const theirs = await readPatient(`${issuer}/Patient/${patientId}`, token ?? '');
    const ours = await recordChartAccess(audit, c, { what: 'launch', patient_id: patientId }, () =>
      chart.read(c.get('principal'), 'Patient', patientId),
    );
    const isSame =
      ours !== null &&
      theirs.birthDate !== undefined &&
      theirs.birthDate === ours.birthDate &&
      wordsOf(theirs).some((word) => wordsOf(ours).includes(word));
    if (!isSame) throw new GalenError('LAUNCH_REFUSED', { problem: 'its patient is not in the chart here' });
  }
}

/** The settings' launches, and how charts are read within one. */
export function openLaunches({ config, chartWithToken }: Galen): {
  launches: Launches;
  chartOf: ChartOfLaunch;
} {
  const launches = createLaunches({
    issuers: splitList(config.GALEN_SMART_ISSUERS),
    clientId: config.GALEN_SMART_CLIENT_ID,
    clientSecret: config.GALEN_SMART_API_KEY ?? null,
    scope: config.GALEN_SMART_SCOPE,
    clock: Date.now,
  });
  const chartOf: ChartOfLaunch = async (c) => {
    const session = launches.context(sessionOf(c));
    const server = config.GALEN_FHIR_URL;
    if (session === null || server === undefined || !isSameServer(session.issuer, server)) return null;
    const token = await launches.token(sessionOf(c));
    return token === null ? null : chartWithToken(token);
  };
  return { launches, chartOf };
}

function sessionOf(c: AppContext): string | undefined {
  return getCookie(c, COOKIES.session, 'host');
}

const Named = z.object({
  resourceType: z.literal('Patient'),
  birthDate: z.string().optional(),
  name: z
    .array(
      z.object({
        text: z.string().optional(),
        family: z.string().optional(),
        given: z.array(z.string()).optional(),
      }),
    )
    .default([]),
});
const TIMEOUT_MS = 10_000;

async function readPatient(url: string, token: string): Promise<z.infer<typeof Named>> {
  const response = await fetch(url, {
    headers: { accept: 'application/fhir+json', authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new GalenError('CHART_UNAVAILABLE', { problem: 'the EHR does not answer' }, { cause });
  });
  const parsed = Named.safeParse(await response.json().catch(() => null));
  if (response.ok && parsed.success) return parsed.data;
  throw new GalenError('LAUNCH_REFUSED', { problem: 'its patient could not be read' });
}

function wordsOf({
  name = [],
}: {
  name?:
    | { text?: string | undefined; family?: string | undefined; given?: string[] | undefined }[]
    | undefined;
}): string[] {
  return name.flatMap(({ text = '', family = '', given = [] }) =>
    foldedWords([text, family, ...given].join(' ')),
  );
}
