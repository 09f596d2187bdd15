import { useState } from 'react';
import { useAsker } from '../shell/asker-context.tsx';
import { ViewFrame } from '../shell/view-frame.tsx';
import { useText } from '../text/use-text.ts';
import { DocumentList } from './document-list.tsx';
import { SearchTrial } from './search-trial.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** What answers rest on: to look at, to add to, to try. */
export function KnowledgeView() {
  const { t } = useText();
  const asker = useAsker();
  const [changes, setChanges] = useState(0);
  const canAdd = asker?.may_add_documents ?? false;
  return (
    <ViewFrame title={t.nav.knowledge} intro={t.knowledge.intro}>
      <div className={`grid items-start gap-6 ${canAdd ? 'lg:grid-cols-2' : ''}`}>
        <SearchTrial />
        {asker !== null && canAdd && (
          <UploadPanel
            key={asker.principal.user_id}
            principal={asker.principal}
            onDone={() => setChanges((before) => before + 1)}
          />
        )}
      </div>
      <DocumentList key={changes} />
    </ViewFrame>
  );
}
