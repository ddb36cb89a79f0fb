import { InvalidLogo, MAX_LOGO_DIMENSION } from '../model/errors.js';

/** @throws InvalidLogo */
export function checkDimensions(width: number, height: number): void {
  const isAllowed = (pixels: number) => pixels >= 1 && pixels <= MAX_LOGO_DIMENSION;
  if (!isAllowed(width) || !isAllowed(height))
    throw new InvalidLogo(`has ${width} × ${height} pixels; 1 × 1 to 2,000 × 2,000 are allowed`);
}
