import type {
  PassageIndex,
  PassageQuery,
  SearchResult,
  TopicCount,
} from '../../retrieval/passage-index.port.ts';

/** An index in which every search finds the same, with nothing around it; nothing else of it is used by a flow. */
export function foundPassages(
  { topics = [], ...result }: Partial<SearchResult> & { topics?: TopicCount[] },
  onSearch: (query: PassageQuery) => void = () => {},
): PassageIndex {
  const unused = () => Promise.reject(new Error('a flow only searches'));
  return {
    async search(query) {
      onSearch(query);
      return { passages: [], terms: [], corrections: [], degraded: null, ...result };
    },
    replaceDocuments: unused,
    removeDocument: unused,
    removedDocument: unused,
    refresh: unused,
    upkeep: unused,
    state: unused,
    successors: async () => new Map(),
    neighbours: async () => [],
    topics: async () => topics,
    getDocument: unused,
    list: unused,
    fingerprints: unused,
    version: unused,
    count: unused,
  };
}
