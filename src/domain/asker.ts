import { z } from 'zod';
import { Principal } from './access.ts';
import { FlowName } from './ask.ts';
import { UploadLimits } from './ingest-job.ts';

/** Who Galen takes the caller for, and what is here for them. */
export const Asker = z.object({
  principal: Principal,
  /** Whom one may be instead; null where callers are who they prove to be. */
  demo: z.array(z.string()).nullable(),
  flows: z.array(FlowName),
  /** `none` where rules do the model's work. */
  model: z.string(),
  may_audit: z.boolean(),
  may_use_charts: z.boolean(),
  may_add_documents: z.boolean(),
  upload_limits: UploadLimits,
});

export type Asker = z.infer<typeof Asker>;
