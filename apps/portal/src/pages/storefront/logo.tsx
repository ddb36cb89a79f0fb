import { useQuery } from '@tanstack/react-query';
import { Trash2, Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { StorefrontView } from '#storefront/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { ErrorText } from '../../ui/form';
import { Card } from '../../ui/page';

const MAX_KIB = 256;

export function LogoSettings({ storefront: { logo } }: { storefront: StorefrontView }) {
  const tenant = useTenant();
  const path = ['tenants', tenant, 'storefront', 'logo'];
  const input = useRef<HTMLInputElement>(null);
  const upload = useAction(
    async (file: File) => {
      // Checked here, because for a large file the server reports the size of the request instead.
      if (file.size > MAX_KIB * 1_024)
        throw new Error(`The logo has ${Math.ceil(file.size / 1_024)} KiB; the maximum is ${MAX_KIB} KiB.`);
      return callApi<StorefrontView>('PUT', path, { data: await base64Of(file) });
    },
    { done: 'The logo was saved.', errors: 'form' },
  );
  const remove = useAction(() => callApi<StorefrontView>('DELETE', path), { done: 'The logo was removed.' });
  return (
    <Card title="Logo" description={`PNG or WebP, up to ${MAX_KIB} KiB and 2,000 × 2,000 pixels. Saved immediately.`}>
      <div className="flex flex-wrap items-center justify-between gap-3.5">
        {logo ? (
          // Both white and black logos are visible on this pattern.
          <span className="rounded-md bg-[repeating-conic-gradient(#cfcfd6_0%_25%,#8b8b97_0%_50%)] bg-size-[16px_16px] px-4 py-3">
            <LogoImage hash={logo.hash} label="Current logo" />
          </span>
        ) : (
          <p className="text-muted">No logo: the pages show the name.</p>
        )}
        <span className="flex flex-wrap gap-2">
          <Button
            label={logo ? 'Replace logo' : 'Upload logo'}
            icon={Upload}
            busy={upload.isPending}
            onClick={() => input.current?.click()}
          />
          {logo && <Button label="Remove logo" icon={Trash2} busy={remove.isPending} onClick={() => remove.mutate()} />}
        </span>
        <input
          ref={input}
          type="file"
          accept="image/png,image/webp"
          aria-label="Logo file"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) upload.mutate(file);
            target.value = ''; // so that the same file can be chosen again
          }}
        />
      </div>
      {upload.error && (
        <div className="mt-3">
          <ErrorText>{upload.error.message}</ErrorText>
        </div>
      )}
    </Card>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
}

/** The saved logo, drawn on a canvas, because the content security policy allows no image data in URLs. */
export function LogoImage({ hash, label, small }: { hash: string; label: string; small?: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data, error } = useQuery(queries.logo(useTenant(), hash));
  useEffect(() => {
    if (data) void draw(canvas.current, data);
  }, [data]);
  if (!data && error) return <span className="text-sm">{`${label}: not loaded`}</span>;
  return (
    <canvas
      ref={canvas}
      className={`block max-w-[min(100%,224px)] object-contain ${small ? 'h-7' : 'h-9'}`}
      role="img"
      aria-label={label}
      width={0}
      height={0}
    />
  );
}

async function draw(canvas: HTMLCanvasElement | null, { data, type }: { data: string; type: string }) {
  const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type }));
  if (!canvas) return;
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
}
