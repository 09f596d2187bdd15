import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { cors } from 'hono/cors';
import { CARD_WORDS, CDS_SERVICES } from '../../../texts/interop.ts';
import type { ChartParts } from '../../chart/chart.port.ts';
import { readDraftOrders } from '../../chart/safety/draft-order.ts';
import { mayUseCharts } from '../../domain/access.ts';
import { auditBody } from '../../domain/audit-entry.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Language } from '../../domain/language.ts';
import { once } from '../../language/read-lexicon.ts';
import { principalOf } from '../auth/sign-in.ts';
import type { Galen } from '../compose.ts';
import { recordChartAccess } from '../http/patient-routes.ts';
import { type App, type AppContext, addRoute, found, languageOf } from '../http/route.ts';
import { type Card, type CardLink, cardsFor } from './cds-cards.ts';
import { Bundle, PREFETCH, Prefetch, partsOfPrefetch } from './cds-prefetch.ts';
import { isSameServer, publicUrl, splitList } from './public-url.ts';

const BASE = '/cds-services';
/** A whole chart may come with a call. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_ORDERS = 100;

const Hook = z.enum(['patient-view', 'order-select', 'order-sign']);
type Hook = z.infer<typeof Hook>;
/** The id of a service tells its hook. */
const SERVICES = new Map(Hook.options.map((hook): [string, Hook] => [`galen-${hook}`, hook]));

const FhirId = z.string().regex(/^[A-Za-z0-9.-]{1,64}$/u, 'expected a FHIR id');
const HookRequest = z.object({
  hook: z.string(),
  hookInstance: z.uuid(),
  fhirServer: z.url({ protocol: /^https?$/u }).optional(),
  fhirAuthorization: z.object({ access_token: z.string().min(1).max(16_384) }).optional(),
  context: z.object({
    patientId: FhirId,
    userId: z.string().max(200).optional(),
    encounterId: z.string().max(200).optional(),
    selections: z.array(z.string().max(200)).max(MAX_ORDERS).optional(),
    draftOrders: Bundle.extend({ entry: Bundle.shape.entry.unwrap().max(MAX_ORDERS).default([]) }).optional(),
  }),
  prefetch: Prefetch.optional(),
});
type HookRequest = z.infer<typeof HookRequest>;

const Coded = z.object({ code: z.string().max(200), system: z.string().max(200).optional() });
const Feedback = z.object({
  feedback: z
    .array(
      z.object({
        card: z.string().max(100),
        outcome: z.enum(['accepted', 'overridden']),
        acceptedSuggestions: z.array(z.object({ id: z.string().max(100) })).optional(),
        overrideReason: z
          .object({ reason: Coded.optional(), userComment: z.string().max(10_000).optional() })
          .optional(),
        outcomeTimestamp: z.string().max(40).optional(),
      }),
    )
    .min(1)
    .max(100),
});

const ServiceId = z.object({ id: z.string() });
const Services = z.object({ services: z.array(z.looseObject({ id: z.string(), hook: Hook })) });
const Cards = z.object({ cards: z.array(z.looseObject({ uuid: z.string(), summary: z.string() })) });

/** Whether a page of this origin may ask the CDS services from a browser. */
export function isCdsOrigin(
  { config }: Pick<Galen, 'config'>,
  path: string,
  origin: string | undefined,
): boolean {
  const isOwn = path === BASE || path.startsWith(`${BASE}/`);
  return isOwn && origin !== undefined && splitList(config.GALEN_CDS_ORIGINS).includes(origin);
}

/** Decision support for an EHR, by CDS Hooks 2.0: its draft orders and charts through the checks of Galen's own proposals. */
export function addCdsRoutes(app: App, galen: Galen): void {
  const { config, chart, audit, orderChecks } = galen;
  const { GALEN_CDS_ISSUERS: issuers, GALEN_FHIR_TENANT: tenantId } = config;
  // Read with the first token: most who start Galen have no EHR that sends any.
  const clientCheck = once(async () =>
    (await import('./cds-auth.ts')).createClientCheck(issuers ?? '', tenantId),
  );
  const origins = splitList(config.GALEN_CDS_ORIGINS);
  const crossOrigin = cors({
    origin: origins,
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Authorization', 'Content-Type'],
    maxAge: 600,
  });
  for (const path of [BASE, `${BASE}/*`]) if (origins.length > 0) app.use(path, crossOrigin);
  app.use(`${BASE}/*`, async (c, next) => {
    c.set('principal', await clientOf(c));
    await next();
  });

  addRoute(app, 'get', BASE, {
    summary: 'CDS Hooks: the services and the data that they want to be sent',
    answer: Services,
    handle: ({ c }) => {
      const language = languageOf(c) ?? 'en';
      return {
        services: [...SERVICES].map(([id, hook]) => ({
          id,
          hook,
          title: CDS_SERVICES[hook].title[language],
          description: CDS_SERVICES[hook].description[language],
          prefetch: PREFETCH,
        })),
      };
    },
  });

  addRoute(app, 'post', `${BASE}/{id}`, {
    summary: 'CDS Hooks: cards for a patient who is looked at, or for orders that are selected or signed',
    params: ServiceId,
    body: HookRequest,
    maxBytes: MAX_BYTES,
    answer: Cards,
    handle: async ({ c, body }) => {
      const hook = hookOf(c);
      if (body.hook !== hook) throw new GalenError('BAD_REQUEST', { problem: `hook: expected ${hook}` });
      const { patientId } = body.context;
      const details = { what: 'cds-hook', hook, hook_instance: body.hookInstance, patient_id: patientId };
      const read = await recordChartAccess(audit, c, details, () => readChart(c, body));
      try {
        return { cards: cards(c, hook, body, read, languageOf(c) ?? 'en') };
      } catch (error) {
        if (error instanceof GalenError || !read.isSent) throw error;
        // What an EHR sends has passed no validator.
        throw new GalenError('BAD_REQUEST', { problem: 'prefetch: not as FHIR R4 has it' }, { cause: error });
      }
    },
  });

  addRoute(app, 'post', `${BASE}/{id}/feedback`, {
    summary: 'CDS Hooks: what became of a card',
    params: ServiceId,
    body: Feedback,
    answer: z.object({}),
    handle: async ({ c, principal, body }) => {
      const hook = hookOf(c);
      for (const {
        card,
        outcome,
        overrideReason,
        acceptedSuggestions = [],
        outcomeTimestamp,
      } of body.feedback) {
        const details = {
          what: 'cds-card',
          hook,
          card,
          outcome,
          reason: overrideReason?.reason?.code ?? null,
          // A comment is a person's own words about a patient: that there is one is recorded, not what it says.
          has_comment: overrideReason?.userComment !== undefined,
          accepted: acceptedSuggestions.map(({ id }) => id),
          outcome_at: outcomeTimestamp ?? null,
        };
        const entry = { id: randomUUID(), at: new Date().toISOString(), details };
        await audit.append(auditBody(principal, 'feedback', entry));
      }
      return {};
    },
  });

  async function clientOf(c: AppContext) {
    // Without issuers whoever is let in everywhere else.
    if (issuers === undefined) return principalOf(galen, c);
    const url = `${publicUrl(config, c)}${c.req.path}`;
    // Feedback may come with a token for the service that it is about.
    const verify = await clientCheck();
    return verify(c.req.header('authorization'), [url, url.replace(/\/feedback$/u, '')]);
  }

  /** What the EHR sent, or else what its server or the chart here holds; nothing is asked of any other host. */
  async function readChart(c: AppContext, body: HookRequest): Promise<ReadChart> {
    const { context, prefetch = {}, fhirServer, fhirAuthorization } = body;
    const principal = c.get('principal');
    const sent = partsOfPrefetch(prefetch, context.patientId);
    const isOurs = fhirServer === undefined || isOwnServer(c, fhirServer);
    if (sent !== null) {
      // Data that came with the call is still for those who may see charts.
      if (!mayUseCharts(principal)) throw new GalenError('FORBIDDEN');
      return { parts: sent, link: linkFor(c, body, isOurs && fhirServer !== undefined), isSent: true };
    }
    if (!isOurs)
      throw new GalenError('PREFETCH_NEEDED', { problem: 'its FHIR server is not the one that Galen reads' });
    const server = fhirServer === undefined ? undefined : config.GALEN_FHIR_URL;
    const token = fhirAuthorization?.access_token;
    const source =
      server === undefined || token === undefined ? chart : await galen.chartWithToken(server, token);
    const parts = await source.parts(principal, context.patientId);
    if (parts === null)
      throw new GalenError('PREFETCH_NEEDED', {
        problem: 'the patient is not in the chart that Galen reads',
      });
    return { parts, link: linkFor(c, body, true), isSent: false };
  }

  /** Ids of patients mean something only with their server: one that is not ours names other people. */
  function isOwnServer(c: AppContext, server: string): boolean {
    return isSameServer(server, config.GALEN_FHIR_URL ?? `${publicUrl(config, c)}/fhir/R4`);
  }

  /** To the chart, where it is known to be the same patient's. */
  function linkFor(
    c: AppContext,
    { context, fhirServer }: HookRequest,
    isOurs: boolean,
  ): Omit<CardLink, 'label'> | null {
    const url = publicUrl(config, c);
    const isIssuer = splitList(config.GALEN_SMART_ISSUERS).some(
      (issuer) => fhirServer !== undefined && isSameServer(issuer, fhirServer),
    );
    if (isIssuer) return { url: `${url}/launch`, type: 'smart' };
    return isOurs ? { url: `${url}/#/clinic/${context.patientId}`, type: 'absolute' } : null;
  }

  function cards(
    c: AppContext,
    hook: Hook,
    { context }: HookRequest,
    { parts, link }: ReadChart,
    language: Language,
  ): Card[] {
    const options = {
      language,
      url: publicUrl(config, c),
      link: link && { label: CARD_WORDS.openChart[language], ...link },
      newId: randomUUID,
    };
    if (hook === 'patient-view') return cardsFor(orderChecks.checkCurrent(parts, language), options);
    const { draftOrders, selections } = context;
    if (draftOrders === undefined)
      throw new GalenError('BAD_REQUEST', { problem: 'context.draftOrders: expected a Bundle' });
    const orders = readDraftOrders(draftOrders.entry.map(({ resource }) => resource));
    if (orders.some(({ patient }) => patient !== null && patient !== context.patientId)) {
      throw new GalenError('BAD_REQUEST', { problem: 'context.draftOrders: holds another patient’s order' });
    }
    const selected = hook === 'order-select' ? (selections ?? []) : null;
    return cardsFor(orderChecks.checkOrders(parts, orders, selected, language), options);
  }
}

interface ReadChart {
  parts: ChartParts;
  isSent: boolean;
  link: Omit<CardLink, 'label'> | null;
}

function hookOf(c: AppContext): Hook {
  return found(SERVICES.get(c.req.param('id') ?? ''), 'CDS service');
}
