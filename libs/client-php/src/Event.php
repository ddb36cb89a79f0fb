<?php

declare(strict_types=1);

namespace Nameyard;

/** A verified event; the classes of `Nameyard\Events` are those of its types. */
abstract readonly class Event extends Type
{
    protected const FIELDS = [
        'id' => ['id', 'string', true],
        'type' => ['type', 'string', true],
        'timestamp' => ['timestamp', 'time', true],
    ];

    /** The same at each attempt of the delivery: use it to detect duplicates. */
    public string $id;
    public string $type;
    public \DateTimeImmutable $timestamp;
}
