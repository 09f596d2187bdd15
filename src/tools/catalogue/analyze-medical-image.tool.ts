import { z } from 'zod';
import * as texts from '../../../texts/tools.ts';
import { mayUseCharts } from '../../domain/access.ts';
import type { Bilingual } from '../../domain/language.ts';
import { defineTool, type ToolOutcome } from '../define-tool.ts';
import type { ErrorStrategy } from '../http/outside-client.ts';
import type { Vision } from '../vision.port.ts';

const MAX_BYTES = 8 * 1024 * 1024;
/** Four characters of base64 carry three bytes. */
const MAX_BASE64 = Math.ceil(MAX_BYTES / 3) * 4;

/** What a vision model says of an image. Its words are no source: they are never cited as one. */
export function analyzeMedicalImage(vision: Vision | null) {
  return defineTool({
    name: 'analyze_medical_image',
    description: texts.ANALYZE_IMAGE_ABOUT,
    isWrite: false,
    mayUse: mayUseCharts,
    input: z.object({
      image: z.base64().max(MAX_BASE64).describe('PNG, JPEG, WebP or GIF, in base64'),
      question: z.string().trim().min(2).max(500).default('What does this image show?'),
      language: z.enum(['en', 'vi']).default('en'),
    }),
    output: z.object({ description: z.string(), model: z.string() }),

    async run({ image, question, language }, { signal }) {
      if (vision === null) return unable('no-vision-model', 'skip', texts.NO_VISION_MODEL);
      const bytes = Buffer.from(image, 'base64');
      const type = sniffImage(bytes);
      if (type === 'dicom') return unable('dicom', 'skip', texts.DICOM_NOT_READ);
      if (type === null) return unable('not-an-image', 'skip', texts.NOT_AN_IMAGE);
      const description = await vision.describe({ bytes, type, question, language }, signal);
      if (description === null) return unable('vision-model-failed', 'retry_same', texts.VISION_MODEL_FAILED);
      return { status: 'ok', message: texts.IMAGE_CAUTION, output: { description, model: vision.name } };
    },
  });
}

function unable(reason: string, strategy: ErrorStrategy, message: Bilingual): ToolOutcome<never> {
  return { status: 'unavailable', reason, strategy, message };
}

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** The kind of an image by its first bytes, whatever its name says; null when it is none that a model reads. */
export function sniffImage(bytes: Uint8Array): ImageType | 'dicom' | null {
  const text = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString('latin1');
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (/^GIF8[79]a$/u.test(text(0, 6))) return 'image/gif';
  return text(128, 132) === 'DICM' ? 'dicom' : null;
}
