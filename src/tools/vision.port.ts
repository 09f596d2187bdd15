import type { ImageType } from './catalogue/analyze-medical-image.tool.ts';

export interface Vision {
  /** As configured, shown with what it says. */
  readonly name: string;
  /** What the image shows, in the model's words; null when it could not be asked. */
  describe(
    image: { bytes: Uint8Array; type: ImageType; question: string; language: 'en' | 'vi' },
    signal: AbortSignal,
  ): Promise<string | null>;
}
