import { useState } from 'react';
import { ViewFrame } from '../shell/view-frame.tsx';
import { useText } from '../text/use-text.ts';
import { DocumentList } from './document-list.tsx';
import { SearchTrial } from './search-trial.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** What answers rest on: to look at, to add to, to try. */
export function KnowledgeView() {
  const { t } = useText();
  const [changes, setChanges] = useState(0);
  return (
    <ViewFrame title={t.nav.knowledge} intro={t.knowledge.intro}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SearchTrial />
        <UploadPanel onDone={() => setChanges((before) => before + 1)} />
      </div>
      <DocumentList key={changes} />
    </ViewFrame>
  );
}
