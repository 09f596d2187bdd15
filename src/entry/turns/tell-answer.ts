import type { Principal } from '../../domain/access.ts';
import type { Answer } from '../../domain/answer.ts';
import type { TurnState } from '../../flows/turn-state.ts';
import { namePeople } from '../../guardrails/front/pii/name-people.ts';
import type { NameSeal } from '../../guardrails/name-seal.port.ts';
import type { AskFlow } from './ask-flow.ts';

interface Told {
  state: Partial<TurnState>;
  flow: AskFlow;
  /** Who is told. */
  principal: Principal;
  names: NameSeal;
}

/** The answer as the waiting asker hears it: people they named are named. What is stored keeps its tokens. */
export function tellAnswer(answer: Answer, { state, flow, principal, names }: Told): Answer {
  const { sealed_names, principal: asker, history = [], evidence = [] } = state;
  if (sealed_names === undefined || !asker || !isSame(asker, principal)) return answer;
  const mapping = names.open(sealed_names);
  // Sealed by another installation: the tokens say less, and nothing wrong.
  if (mapping === null) return answer;
  const named = namePeople(
    answer,
    mapping,
    [...history, ...evidence].map(({ text }) => text),
  );
  return { ...named, output: flow.output(named, state) };
}

function isSame(a: Principal, b: Principal): boolean {
  return a.tenant_id === b.tenant_id && a.user_id === b.user_id;
}
