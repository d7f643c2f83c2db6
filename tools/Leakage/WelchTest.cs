using System;

namespace ManagedCrypto.Leakage;

/// <summary>Welch's t of two classes of numbers, as they come (the recurrences are Welford's).</summary>
internal sealed class WelchTest
{
    private readonly double[] _count = new double[2], _mean = new double[2], _squares = new double[2];

    /// <summary>By how much the mean of the first class is above that of the second, and this one.</summary>
    public (double Difference, double Mean) Means => (_mean[0] - _mean[1], _mean[1]);

    /// <summary>How many standard errors the means of the two classes are apart; zero while a class has too few.</summary>
    public double T
    {
        get
        {
            if (_count[0] < 2 || _count[1] < 2)
                return 0;
            var error = Math.Sqrt((Variance(0) / _count[0]) + (Variance(1) / _count[1]));
            return error == 0 ? 0 : (_mean[0] - _mean[1]) / error;
        }
    }

    public void Add(int group, double value)
    {
        _count[group]++;
        var difference = value - _mean[group];
        _mean[group] += difference / _count[group];
        _squares[group] += difference * (value - _mean[group]);
    }

    private double Variance(int group) => _squares[group] / (_count[group] - 1);
}
