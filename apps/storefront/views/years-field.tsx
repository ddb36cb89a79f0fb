import { money, years } from './format.js';

/** A number of years with its price. */
export interface Term {
  years: number;
  currency: string;
  total: number;
}

interface YearsProps {
  terms: Term[];
  /** The value of the sent form. */
  selected: string;
  problem: string | undefined;
}

/** Each option contains its price, because the total changes only with the script. */
export const YearsField = ({ terms, selected, problem }: YearsProps) => (
  <div class="field">
    <label for="years">Years</label>
    <select
      id="years"
      name="years"
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? 'years-error' : undefined}
    >
      {terms.map(term => (
        <option key={term.years} value={term.years} selected={selected === String(term.years)}>
          {years(term.years)} – {money(term.total, term.currency)}
        </option>
      ))}
    </select>
    {problem && (
      <p class="error" id="years-error">
        {problem}
      </p>
    )}
  </div>
);

/** The years of a sent form. Returns other text unchanged, which the use case refuses. */
export const yearsIn = (text: string): number | string => (/^\d{1,3}$/.test(text) ? Number(text) : text);
