import { ApiError, requestHeaders } from '../api/client.ts';
import { getSettings, languageOf } from '../settings/settings.ts';
import { TEXTS } from '../text/use-text.ts';

/** Sends a form and tells how much of it has gone, from 0 to 1: only the older kind of request can. */
export function sendFiles(form: FormData, onProgress: (share: number) => void): Promise<{ job_id: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/v1/documents');
    request.responseType = 'json';
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const { status, response } = request;
      if (status === 202) resolve(response);
      else reject(new ApiError(status, response?.error ?? failure()));
    };
    request.onerror = () => reject(new ApiError(0, failure()));
    request.send(form);
  });
}

function failure() {
  const message = TEXTS[languageOf(getSettings())].unreachable;
  return { code: 'UNREACHABLE', message, retryable: true };
}
