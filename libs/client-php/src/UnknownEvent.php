<?php

declare(strict_types=1);

namespace Nameyard;

/** An event of a type that a later version of the service has added. */
final readonly class UnknownEvent extends Event
{
    protected const FIELDS = ['data' => ['data', 'mixed', true]] + parent::FIELDS;

    /** @var array<string, mixed> */
    public array $data;
}
