import type { AccentsView, ThemesView } from '#storefront/contract';

/** Minimum contrasts to the background, which the server ensures. */
const CONTRASTS = { controls: '3:1', text: '4.5:1' };

/** The chosen accent color, and the colors that the pages show instead where its contrast is too low. */
export const AccentColors = ({ chosen, colors }: { chosen: string; colors: ThemesView }) => (
  <dl className="accents" aria-live="polite">
    <div>
      <dt>Chosen</dt>
      <dd>
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
    <dd>
      {name} <Color value={color} />{' '}
      <span className="faint">{color === chosen ? 'as chosen' : `${change} for ${contrast}`}</span>
    </dd>
  );
  return (
    <div>
      <dt>{label}</dt>
      {use('Buttons', accents.accent, CONTRASTS.controls)}
      {use('Links', accents.accent_text, CONTRASTS.text)}
    </div>
  );
}

const Color = ({ value }: { value: string }) => (
  <span className="color">
    <span className="swatch" style={{ background: value }} aria-hidden />
    <code>{value}</code>
  </span>
);
