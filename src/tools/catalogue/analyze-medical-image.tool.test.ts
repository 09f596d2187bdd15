import { describe, expect, it } from 'vitest';
import { sampleCall } from '../testing/sample-call.ts';
import type { Vision } from '../vision.port.ts';
import { analyzeMedicalImage } from './analyze-medical-image.tool.ts';

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const PNG = base64('\x89PNG\r\n\x1a\n...');

function seeing(description: string | null): Vision & { types: string[] } {
  const types: string[] = [];
  return {
    name: 'test/eye',
    types,
    async describe({ type }) {
      types.push(type);
      return description;
    },
  };
}

describe('analyze_medical_image', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', base64('\xff\xd8\xff\xe0....')],
    ['image/webp', base64('RIFF....WEBPVP8 ')],
    ['image/gif', base64('GIF89a....')],
  ])('knows %s by its content', async (type, image) => {
    const vision = seeing('A chest.');
    const result = await analyzeMedicalImage(vision).run({ image }, sampleCall());
    expect(result).toMatchObject({ status: 'ok', output: { description: 'A chest.', model: 'test/eye' } });
    // A model's words are no source.
    expect(result.passages).toBeUndefined();
    expect(vision.types).toEqual([type]);
  });

  it.each([
    ['a DICOM file', base64(`${'\0'.repeat(128)}DICM....`), 'dicom'],
    ['a text', base64('not an image'), 'not-an-image'],
    ['a script with an image’s name', base64('<svg onload="x">'), 'not-an-image'],
  ])('does not look at %s', async (_name, image, reason) => {
    const vision = seeing('A chest.');
    expect(await analyzeMedicalImage(vision).run({ image }, sampleCall())).toMatchObject({
      status: 'unavailable',
      reason,
    });
    expect(vision.types).toEqual([]);
  });

  it('says so when the model does not answer, and refuses what is too large', async () => {
    expect(await analyzeMedicalImage(seeing(null)).run({ image: PNG }, sampleCall())).toMatchObject({
      status: 'unavailable',
      reason: 'vision-model-failed',
      strategy: 'retry_same',
    });
    const tool = analyzeMedicalImage(seeing('x'));
    expect(tool.input.safeParse({ image: 'A'.repeat(12 * 1024 * 1024) }).success).toBe(false);
  });
});
