import { useState } from 'react';
import { SourcePanel } from '../answer/source-panel.tsx';
import { useOpenSource } from '../answer/use-open-source.ts';
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
  const { open, onOpen, close, isBeside } = useOpenSource();
  const canAdd = asker?.may_add_documents ?? false;
  return (
    <div className="flex min-w-0 flex-1">
      <div className="min-w-0 flex-1" inert={open !== null && !isBeside}>
        <ViewFrame title={t.nav.knowledge} intro={t.knowledge.intro}>
          <div className={`grid items-start gap-6 ${canAdd && open === null ? 'lg:grid-cols-2' : ''}`}>
            <SearchTrial onOpen={onOpen} />
            {asker !== null && canAdd && (
              <UploadPanel
                key={asker.principal.user_id}
                principal={asker.principal}
                limits={asker.upload_limits}
                onDone={() => setChanges((before) => before + 1)}
              />
            )}
          </div>
          <DocumentList key={changes} onOpen={onOpen} />
        </ViewFrame>
      </div>
      {open !== null && <SourcePanel open={open} onClose={close} />}
    </div>
  );
}
