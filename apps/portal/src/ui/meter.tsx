/** From this share on, a measured value is close to its limit. */
const NEAR_LIMIT = 0.8;

/** A bar that shows how much of a limit is used. A value above the limit fills it. */
export function Meter({ label, value, limit, text }: { label: string; value: number; limit: number; text: string }) {
  const share = value / limit;
  const tone = share >= 1 ? 'bg-bad' : share >= NEAR_LIMIT ? 'bg-warn' : 'bg-ok';
  return (
    <span
      className="h-2 w-24 overflow-hidden rounded-[4px] bg-sunken inset-ring inset-ring-control"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(value, limit)}
      aria-valuetext={text}
    >
      <span className={`block h-full ${tone}`} style={{ inlineSize: `${Math.min(share, 1) * 100}%` }} />
    </span>
  );
}
