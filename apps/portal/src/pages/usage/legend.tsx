/** A series of a chart. */
export interface Entry {
  name: string;
  label: string;
  color: string;
}

interface EntriesProps<Name extends string> {
  entries: readonly (Entry & { name: Name })[];
  value: (name: Name) => string;
  className?: string;
}

const Entries = <Name extends string>({ entries, value, className }: EntriesProps<Name>) => (
  <ul className={className}>
    {entries.map(({ name, label, color }) => (
      <li key={name}>
        <span className="swatch" style={{ background: color }} aria-hidden />
        <span>{label}</span> <strong>{value(name)}</strong>
      </li>
    ))}
  </ul>
);

/** The series of a chart with their totals. */
export const Legend = <Name extends string>(props: EntriesProps<Name>) => <Entries {...props} className="legend" />;

/** The values of a chart at one point in time. */
export const ChartTip = <Name extends string>({ title, ...props }: EntriesProps<Name> & { title: string }) => (
  <div className="tip">
    <p>{title}</p>
    <Entries {...props} />
  </div>
);
