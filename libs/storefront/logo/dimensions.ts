import { InvalidLogo, MAX_LOGO_DIMENSION } from '../model/errors.js';

/** @throws InvalidLogo */
export function checkDimensions(width: number, height: number): void {
  const isAllowed = (pixels: number) => pixels >= 1 && pixels <= MAX_LOGO_DIMENSION;
  const max = MAX_LOGO_DIMENSION.toLocaleString('en');
  if (!isAllowed(width) || !isAllowed(height))
    throw new InvalidLogo(`has ${width} × ${height} pixels; 1 × 1 to ${max} × ${max} are allowed`);
}
