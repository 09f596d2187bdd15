import { foldForCues } from './fold-for-cues.ts';

const CUES: readonly (readonly [topic: string, cue: RegExp])[] = [
  [
    'pregnancy',
    /\bpregnan|\bbreast-?feed|\blactat|\bnursing\b|\b(?:mang|co|phu nu co) thai\b|\bthai ky\b|\bcho con bu\b|\bba bau\b/u,
  ],
  ['boxed_warning', /\bbox(?:ed)?\b|\bblack[- ]box\b|\bdong khung\b/u],
  ['contraindications', /\bcontraindicat|\bchong chi dinh\b/u],
  ['interactions', /\binteract|\btuong tac\b/u],
];

/** What of a drug's safety a request asks for, or none: then all of it. */
export function labelTopics(request: string): { topics?: string[] } {
  const folded = foldForCues(request);
  const topics = CUES.filter(([, cue]) => cue.test(folded)).map(([topic]) => topic);
  return topics.length === 0 ? {} : { topics };
}
