import type { Step } from '../../../src/domain/answer.ts';
import type { FlowGraph, FlowName } from '../../../src/domain/ask.ts';
import { api } from '../api/client.ts';
import { stepLabel } from '../run/step-label.ts';
import { useLoad } from '../shell/use-load.ts';
import { useText } from '../text/use-text.ts';
import { layoutGraph } from './layout-graph.ts';
import { NODE } from './place-slots.ts';

/** The flow as a graph, the path that was taken lit. */
export function FlowGraphView({ flow, steps }: { flow: FlowName; steps: readonly Step[] }) {
  const { t } = useText();
  const { value } = useLoad('flows', (signal) => api<{ flows: FlowGraph[] }>('/v1/flows', { signal }));
  const graph = value?.flows.find(({ name }) => name === flow);
  if (graph === undefined) return null;
  const { width, height, nodes, routes } = layoutGraph(graph, steps);
  const path = steps.map(({ step }) => stepLabel(step, t)).join(', ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide graph is scrolled by keys.
    <div className="overflow-x-auto rounded-xl border border-line bg-surface" tabIndex={0}>
      <svg
        role="img"
        aria-label={t.graphOf(t.flows[flow], path)}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="mx-auto block font-sans"
      >
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 6 6"
            refX="5"
            refY="3"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path d="M0 0L6 3L0 6z" className="fill-edge" />
          </marker>
          <marker
            id="arrow-lit"
            viewBox="0 0 6 6"
            refX="5"
            refY="3"
            markerWidth="4"
            markerHeight="4"
            orient="auto"
          >
            <path d="M0 0L6 3L0 6z" className="fill-accent" />
          </marker>
        </defs>
        {routes.map((route) => (
          <path
            key={route.key}
            d={route.path}
            fill="none"
            strokeWidth={route.isLit ? 2.4 : 1}
            className={route.isLit ? 'stroke-accent' : 'stroke-edge'}
            strokeDasharray={route.isLit ? undefined : '3 3'}
            markerEnd={route.isLit ? 'url(#arrow-lit)' : 'url(#arrow)'}
          />
        ))}
        {routes.map((route) => (
          <text
            key={route.key}
            x={route.labelX}
            y={route.labelY}
            textAnchor="middle"
            fontSize="10.5"
            className={`stroke-surface ${route.isLit ? 'fill-accent font-semibold' : 'fill-muted'}`}
            strokeWidth="3"
            paintOrder="stroke"
          >
            {words(route.outcome)}
          </text>
        ))}
        {nodes.map((node) => (
          <g key={node.name}>
            <rect
              x={node.x}
              y={node.y}
              width={NODE.width}
              height={NODE.height}
              rx={node.kind === 'end' ? 17 : node.kind === 'pause' ? 2 : 8}
              strokeWidth={node.isLit ? 1.8 : 1}
              className={node.isLit ? 'fill-soft stroke-accent' : 'fill-surface stroke-edge'}
            />
            <text
              x={node.x + NODE.width / 2}
              y={node.y + NODE.height / 2 + 4}
              textAnchor="middle"
              fontSize="12.5"
              className={node.isLit ? 'fill-ink font-semibold' : 'fill-muted'}
            >
              {words(node.name)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** A name of the flow's as words. */
function words(name: string): string {
  return name.replaceAll(/[-_]/gu, ' ');
}
