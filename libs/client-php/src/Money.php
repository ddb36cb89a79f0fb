<?php

declare(strict_types=1);

namespace Nameyard;

/** An amount in units of its currency, with up to two decimals: '24.98' or '25'. */
final readonly class Money implements \Stringable
{
    /** @param int $minorUnits hundredths of the currency, also for currencies without cents */
    public function __construct(public int $minorUnits) {}

    /** Reads an amount such as '24.98'. */
    public static function of(string|int|float $amount): self
    {
        if (!is_numeric($amount) || abs((float) $amount * 100 - round((float) $amount * 100)) > 1e-4) {
            throw new NameyardError("an amount must be a number with at most two decimals, not {$amount}");
        }

        return new self((int) round((float) $amount * 100));
    }

    public function __toString(): string
    {
        return str_replace('.00', '', sprintf('%.2F', $this->minorUnits / 100));
    }
}
