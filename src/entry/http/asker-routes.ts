import { mayAddDocuments, mayAudit, mayUseCharts } from '../../domain/access.ts';
import { Asker } from '../../domain/asker.ts';
import type { Galen } from '../compose.ts';
import { demoNames } from '../demo-principals.ts';
import { type App, addRoute } from './route.ts';

export function addAskerRoutes(app: App, { flows, gateway }: Pick<Galen, 'flows' | 'gateway'>): void {
  addRoute(
    app,
    { method: 'get', path: '/v1/me', summary: 'Who the caller is, and what is here for them', answer: Asker },
    (c) => {
      const principal = c.get('principal');
      return c.json({
        principal,
        demo: demoNames(),
        flows: flows.map(({ name }) => name),
        model: gateway.modelName,
        may_audit: mayAudit(principal),
        may_use_charts: mayUseCharts(principal),
        may_add_documents: mayAddDocuments(principal),
      } satisfies Asker);
    },
  );
}
