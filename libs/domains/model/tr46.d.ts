/** The part of tr46 that the rules of names use; the package brings no types of its own. */
declare module 'tr46' {
  /** The flags of UTS 46, section 4. Those left out are false. */
  export interface ProcessingOptions {
    checkBidi?: boolean;
    checkHyphens?: boolean;
    checkJoiners?: boolean;
    ignoreInvalidPunycode?: boolean;
    transitionalProcessing?: boolean;
    useSTD3ASCIIRules?: boolean;
  }

  /** UTS 46, section 4.2. Null when the name breaks a rule. */
  export function toASCII(name: string, options?: ProcessingOptions & { verifyDNSLength?: boolean }): string | null;

  /** UTS 46, section 4.3. Always a name; `error` tells whether it broke a rule. */
  export function toUnicode(name: string, options?: ProcessingOptions): { domain: string; error: boolean };
}
