/** Types for the used part of tr46, which has no types. */
declare module 'tr46' {
  /** Flags of UTS 46, section 4; default false. */
  export interface ProcessingOptions {
    checkBidi?: boolean;
    checkHyphens?: boolean;
    checkJoiners?: boolean;
    ignoreInvalidPunycode?: boolean;
    transitionalProcessing?: boolean;
    useSTD3ASCIIRules?: boolean;
  }

  /** UTS 46, section 4.2; null when the name is invalid. */
  export function toASCII(name: string, options?: ProcessingOptions & { verifyDNSLength?: boolean }): string | null;

  /** UTS 46, section 4.3. It returns a name even when it is invalid (`error`). */
  export function toUnicode(name: string, options?: ProcessingOptions): { domain: string; error: boolean };
}
