import { useRef } from 'react';
import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';

/** A picture that goes with the question, as a data address. */
export interface Picture {
  name: string;
  data: string;
}

/** Adds a picture to the question, or takes it away again. */
export function PictureButton({
  picture,
  onPicture,
}: {
  picture: Picture | null;
  onPicture: (picture: Picture | null) => void;
}) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const read = (file: File | undefined) => {
    if (file === undefined) return;
    const reader = new FileReader();
    reader.onload = () => onPicture({ name: file.name, data: String(reader.result) });
    reader.readAsDataURL(file);
  };
  if (picture !== null)
    return (
      <button type="button" className="button quiet" onClick={() => onPicture(null)}>
        <span className="max-w-40 truncate">{picture.name}</span>
        <Icon name="close" size={14} />
        <span className="sr-only">{t.removePicture}</span>
      </button>
    );
  return (
    <>
      <button type="button" className="button quiet" onClick={() => input.current?.click()}>
        {t.addPicture}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        onChange={(event) => read(event.target.files?.[0])}
      />
    </>
  );
}
