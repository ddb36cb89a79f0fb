import type { AccentsView, ThemesView } from '#storefront/contract';

/** Minimum contrasts to the background, which the server ensures. */
const CONTRASTS = { controls: '3:1', text: '4.5:1' };

const ROW = 'grid grid-cols-[84px_minmax(0,1fr)] gap-x-3 gap-y-0.5';

/** The chosen accent color, and the colors that the pages show instead where its contrast is too low. */
export const AccentColors = ({ chosen, colors }: { chosen: string; colors: ThemesView }) => (
  <dl className="-mt-1.5 grid gap-2 rounded-md bg-sunken px-3.5 py-3 text-sm" aria-live="polite">
    <div className={ROW}>
      <dt className="text-muted">Chosen</dt>
      <dd className="col-2">
        <Color value={chosen} />
      </dd>
    </div>
    <Theme label="Light pages" chosen={chosen} accents={colors.light} change="darkened" />
    <Theme label="Dark pages" chosen={chosen} accents={colors.dark} change="lightened" />
  </dl>
);

function Theme(props: { label: string; chosen: string; accents: AccentsView; change: 'darkened' | 'lightened' }) {
  const { label, chosen, accents, change } = props;
  const use = (name: string, color: string, contrast: string) => (
    <dd className="col-2">
      {name} <Color value={color} />{' '}
      <span className="text-muted">{color === chosen ? 'as chosen' : `${change} for ${contrast}`}</span>
    </dd>
  );
  return (
    <div className={ROW}>
      <dt className="text-muted">{label}</dt>
      {use('Buttons', accents.accent, CONTRASTS.controls)}
      {use('Links', accents.accent_text, CONTRASTS.text)}
    </div>
  );
}

const Color = ({ value }: { value: string }) => (
  <span className="inline-flex items-center gap-1.25 whitespace-nowrap">
    <span
      className="size-3 flex-none rounded-[3px] border border-line-strong"
      style={{ background: value }}
      aria-hidden
    />
    <code>{value}</code>
  </span>
);
