import { createContext, type ReactNode, use, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { Citation } from '../../../src/domain/answer.ts';
import { CitationMark } from './citation-mark.tsx';
import { groupTimes } from './group-times.ts';
import { markCitations } from './mark-citations.ts';
import { type Segments, segmentCitations } from './segment-citations.ts';

interface AnswerTextProps {
  message: string;
  citations: readonly Citation[];
  /** What was said at different times, to be shown side by side. */
  isTemporal?: boolean;
  renderCard?: (citation: Citation) => ReactNode;
  titleOf?: (index: number) => string;
  open?: Citation | null;
  onOpen?: (citation: Citation, mark: HTMLElement) => void;
}

/** What the marks in a text need. Through a context, so that the parts below stay the same and keep the focus. */
const TextContext = createContext<
  (Omit<AnswerTextProps, 'message' | 'citations' | 'isTemporal'> & { segments: Segments }) | null
>(null);

/** A message as Markdown: no raw HTML, no images, sanitized, its sentences tied to what they rest on. */
export function AnswerText({ message, citations, isTemporal = false, ...marking }: AnswerTextProps) {
  const segments = useMemo(() => segmentCitations(message, citations), [message, citations]);
  const text = useMemo(
    () => (
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[
          rehypeSanitize,
          [markCitations, { message, segments }],
          ...(isTemporal ? [groupTimes] : []),
        ]}
        components={PARTS}
      >
        {message}
      </Markdown>
    ),
    [message, segments, isTemporal],
  );
  return (
    <TextContext value={{ ...marking, segments }}>
      <div className="answer-text">{text}</div>
    </TextContext>
  );
}

const PARTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  // A picture in an answer or a document would be a request to somewhere.
  img: ({ alt }) => <>{alt}</>,
  input: ({ checked }) => <>{checked ? '☑ ' : '☐ '}</>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page is scrolled by keys.
    <div className="table-frame" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  span: ({ node, children }) => <Sentence index={Number(node?.properties.dataSentence)}>{children}</Sentence>,
  sup: ({ node, children }) => <Mark index={Number(node?.properties.dataMarker)}>{children}</Mark>,
};

function Sentence({ index, children }: { index: number; children: ReactNode }) {
  const marking = use(TextContext);
  const sentence = marking?.segments.sentences[index];
  // Not a sentence's: a word and the numeral behind it.
  if (sentence === undefined) return <span className="whitespace-nowrap">{children}</span>;
  const isLit = marking?.open != null && sentence.citations.includes(marking.open);
  return (
    <span className={`sentence${isLit ? ' lit' : ''}`} data-support={sentence.support}>
      {children}
    </span>
  );
}

function Mark({ index, children }: { index: number; children: ReactNode }) {
  const marking = use(TextContext);
  const marker = marking?.segments.markers[index];
  if (marker === undefined) return <sup>{children}</sup>;
  const { citation, number } = marker;
  if (citation === null || !marking?.onOpen) return <span className="cite">{number}</span>;
  return (
    <CitationMark
      citation={citation}
      title={marking.titleOf?.(number) ?? ''}
      card={marking.renderCard?.(citation)}
      isOpen={marking.open === citation}
      onOpen={marking.onOpen}
    />
  );
}
