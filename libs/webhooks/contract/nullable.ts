/** Schema of a text that may be null. */
export const NULLABLE_TEXT = { type: String, nullable: true } as const;

/** Schema of a time that may be null. */
export const NULLABLE_DATE_TIME = { type: String, format: 'date-time', nullable: true } as const;
