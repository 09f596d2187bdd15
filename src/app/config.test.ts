import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConfig, loadConfig } from './config.ts';

describe('the settings', () => {
  it('are all optional, and the data folder is absolute wherever Galen is started', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({ GALEN_PORT: 8787, GALEN_AUTH: 'none', GALEN_SAMPLE_KNOWLEDGE: 'on' });
    expect(isAbsolute(config.GALEN_DATA_DIR)).toBe(true);
    expect(loadConfig({ GALEN_MODEL: '' }).GALEN_MODEL).toBeUndefined();
    expect(loadConfig({ GALEN_CRISIS_LINE: '+84 24 1234-5678' }).GALEN_CRISIS_LINE).toBe('+84 24 1234-5678');
    expect(config.GALEN_COUNTRY).toBe('VN');
    expect(config.GALEN_TIME_ZONE).toBe('Asia/Ho_Chi_Minh');
    expect(loadConfig({ GALEN_TIME_ZONE: 'Europe/Berlin' }).GALEN_TIME_ZONE).toBe('Europe/Berlin');
    expect(loadConfig({ GALEN_COUNTRY: 'gb' }).GALEN_COUNTRY).toBe('GB');
  });

  it.each([
    [{ GALEN_PORT: 'eighty' }, /GALEN_PORT/u],
    [{ GALEN_MODEL: 'medgemma' }, /GALEN_MODEL/u],
    [{ GALEN_DATABASE_URL: 'mysql://x' }, /GALEN_DATABASE_URL/u],
    [{ GALEN_QDRANT_URL: 'localhost:6333' }, /GALEN_QDRANT_URL/u],
    [{ GALEN_EMBED_MODEL: 'bge-m3' }, /GALEN_EMBED_MODEL/u],
    [{ GALEN_EMBED_DIMENSIONS: '0' }, /GALEN_EMBED_DIMENSIONS/u],
    [{ GALEN_RERANK_URL: 'models' }, /GALEN_RERANK_URL/u],
    [{ GALEN_AUTH: 'off' }, /GALEN_AUTH/u],
    [{ GALEN_HOST: '0.0.0.0' }, /loopback alone/u],
    [{ GALEN_HOST: '127.0.0.1.example.org' }, /loopback alone/u],
    [{ GALEN_COUNTRY: 'Vietnam' }, /GALEN_COUNTRY/u],
    [{ GALEN_TIME_ZONE: 'Hanoi' }, /GALEN_TIME_ZONE.*IANA/u],
    [{ GALEN_TIME_ZONE: '+07:00' }, /GALEN_TIME_ZONE/u],
    [{ GALEN_CRISIS_LINE: 'the ward' }, /GALEN_CRISIS_LINE/u],
    [{ GALEN_MAX_IMAGE_MB: '0' }, /GALEN_MAX_IMAGE_MB/u],
    [{ GALEN_OPENFDA_URL: 'ftp://fda' }, /GALEN_OPENFDA_URL/u],
    [{ GALEN_OUTSIDE_APIS: 'yes' }, /GALEN_OUTSIDE_APIS/u],
    [{ LANGCHAIN_VERBOSE: 'true' }, /LANGCHAIN_VERBOSE/u],
  ])('are refused by name when they are wrong: %o', (environment, problem) => {
    expect(() => loadConfig(environment)).toThrow(problem);
  });

  it('show an address that is switched off as that', () => {
    const { settings } = describeConfig(loadConfig({ GALEN_CTGOV_URL: 'off' }), {});
    expect(settings.find(({ name }) => name === 'GALEN_CTGOV_URL')?.value).toBe('off');
    expect(settings.find(({ name }) => name === 'GALEN_OUTSIDE_APIS')?.value).toBe('off');
  });

  it('are shown without keys and credentials, and misspelt ones are pointed out', () => {
    const environment = {
      GALEN_DATABASE_URL: 'postgres://galen:hunter2@db.internal:5432/galen?sslpassword=hunter3',
      GALEN_MODEL_URL: 'http://user:hunter4@models:8000/v1?key=hunter5',
      GALEN_OPENAI_API_KEY: 'hunter6',
      GALEN_EMBED_URL: 'https://models.internal/v1?key=hunter7',
      GALEN_EMBED_API_KEY: 'hunter8',
      GALEN_RERANK_API_KEY: 'hunter9',
      GALEN_QDRANT_URL: 'https://user:hunter10@qdrant.internal:6333',
      GALEN_QDRANT_API_KEY: 'hunter11',
      GALEN_MODLE: 'ollama/x',
    };
    const { settings, unknown } = describeConfig(loadConfig(environment), environment);
    expect(JSON.stringify(settings)).not.toMatch(/hunter/u);
    expect(settings).toContainEqual(
      expect.objectContaining({ name: 'GALEN_MODEL_URL', value: 'http://models:8000/v1' }),
    );
    expect(settings).toContainEqual(expect.objectContaining({ name: 'GALEN_EMBED_API_KEY', value: '(set)' }));
    expect(unknown).toEqual(['GALEN_MODLE']);
  });
});
