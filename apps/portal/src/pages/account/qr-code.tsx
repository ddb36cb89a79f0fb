import { useEffect, useState } from 'react';

/** Draws a QR code as SVG; the encoder is loaded on demand. Black on white in all themes, because some apps need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][]>();
  useEffect(() => {
    let isCurrent = true;
    void import('uqr').then(({ encode }) => isCurrent && setModules(encode(text, { border: 4 }).data));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const size = modules?.length ?? 1;
  const path = modules?.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className="size-50 self-center rounded-md bg-white"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
