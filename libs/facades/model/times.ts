type Time = string | { toISOString(): string };

/** A time in whole seconds, for example `2025-11-21T10:00:00Z`. */
export const timeOf = (time: Time): string => `${(typeof time === 'string' ? time : time.toISOString()).slice(0, 19)}Z`;

/** The date of a time. */
export const dateOf = (time: string | null): string | null => time && time.slice(0, 'YYYY-MM-DD'.length);

export const timesOf = (created: Time, updated = created) => ({
  created_at: timeOf(created),
  updated_at: timeOf(updated),
});
